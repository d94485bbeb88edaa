import { wordsOfName } from '../shared/text.ts';
import { meantName } from './problems.ts';

const foodTypes = 'FoodEstablishment Bakery BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop Restaurant Winery';
const lodgingTypes = 'LodgingBusiness BedAndBreakfast Campground Hostel Hotel Motel Resort SkiResort VacationRental';

/** The types of restaurants, hotels and other tourism. */
export const tourismTypes: ReadonlySet<string> = new Set(`${foodTypes} ${lodgingTypes} TouristInformationCenter TravelAgency`.split(' '));

/** schema.org's LocalBusiness and its subtypes, by kind. */
export const businessTypes: ReadonlySet<string> = new Set(
  `
  LocalBusiness AnimalShelter ArchiveOrganization ChildCare Dentist DryCleaningOrLaundry EmploymentAgency InternetCafe Library
  ProfessionalService RadioStation RealEstateAgent RecyclingCenter SelfStorage ShoppingCenter TelevisionStation TouristInformationCenter
  TravelAgency
  AutomotiveBusiness AutoBodyShop AutoDealer AutoPartsStore AutoRental AutoRepair AutoWash GasStation MotorcycleDealer MotorcycleRepair
  EmergencyService FireStation Hospital PoliceStation
  EntertainmentBusiness AdultEntertainment AmusementPark ArtGallery Casino ComedyClub MovieTheater NightClub
  FinancialService AccountingService AutomatedTeller BankOrCreditUnion InsuranceAgency
  ${foodTypes}
  GovernmentOffice PostOffice
  HealthAndBeautyBusiness BeautySalon DaySpa HairSalon HealthClub NailSalon TattooParlor
  HomeAndConstructionBusiness Electrician GeneralContractor HVACBusiness HousePainter Locksmith MovingCompany Plumber RoofingContractor
  LegalService Attorney Notary
  ${lodgingTypes}
  MedicalBusiness CommunityHealth Dermatology DietNutrition Emergency Geriatric Gynecologic MedicalClinic CovidTestingFacility Midwifery
  Nursing Obstetric Oncologic Optician Optometric Otolaryngologic Pediatric Pharmacy Physician IndividualPhysician PhysiciansOffice
  Physiotherapy PlasticSurgery Podiatric PrimaryCare Psychiatric PublicHealth
  SportsActivityLocation BowlingAlley ExerciseGym GolfCourse PublicSwimmingPool SportsClub StadiumOrArena TennisComplex
  Store BikeStore BookStore ClothingStore ComputerStore ConvenienceStore DepartmentStore ElectronicsStore Florist FurnitureStore
  GardenStore GroceryStore HardwareStore HobbyShop HomeGoodsStore JewelryStore LiquorStore MensClothingStore MobilePhoneStore
  MovieRentalStore MusicStore OfficeEquipmentStore OutletStore PawnShop PetStore ShoeStore SportingGoodsStore TireShop ToyStore
  WholesaleStore`
    .trim()
    .split(/\s+/),
);

/** The types of common categories that have another name, in lower case; categories of Google Business Profile among them. */
const typeOfWord: ReadonlyMap<string, string> = new Map(
  `
  HairSalon: hairdresser, hair stylist, hair dresser, barber, barber shop, beauty parlour, peluqueria, peluquero, barberia, friseur, coiffeur
  BeautySalon: beautician, cosmetologist, esthetician, skin care clinic, waxing hair removal service, eyelash salon, salon de belleza
  NailSalon: manicurist, manicure
  DaySpa: spa, massage therapist, massage spa, wellness center
  TattooParlor: tattoo shop, tattoo artist, tattoo studio
  Dentist: dental clinic, dental practice, orthodontist, cosmetic dentist, dental hygienist, dentista, clinica dental, zahnarzt
  Physician: doctor, general practitioner, family practice physician, medico
  MedicalClinic: clinic, medical center, health clinic, clinica
  Physiotherapy: physiotherapist, physical therapist, physical therapy clinic, fisioterapeuta
  Optician: optometrist, eye care center, optica
  Pharmacy: chemist, drugstore, farmacia
  Electrician: electrical contractor, electrical installation service, electrical engineer, electricista, elektriker
  Plumber: plumbing service, plumbing contractor, drainage service, gas engineer, fontanero, klempner
  HVACBusiness: hvac contractor, air conditioning contractor, air conditioning repair service, heating contractor, heating engineer
  RoofingContractor: roofer, roofing company
  HousePainter: painter, painting contractor, decorator, painter and decorator, pintor
  GeneralContractor: builder, construction company, home builder, remodeler, bathroom remodeler, kitchen remodeler, handyman, carpenter, joiner
  Locksmith: lock shop, locksmith service, cerrajero
  MovingCompany: mover, movers, removal company, moving service, mudanzas
  HomeAndConstructionBusiness: landscaper, gardener, cleaning service, house cleaning service, window cleaner, tiler, flooring contractor, tree service, pest control service, pool cleaning service, garage door supplier, fencing contractor, glazier, plasterer
  AutoRepair: car repair, auto repair shop, mechanic, car mechanic, garage, brake shop, car service, taller mecanico, autowerkstatt
  AutoBodyShop: body shop, car body shop, panel beater
  AutoWash: car wash, car detailing service
  AutoDealer: car dealer, used car dealer
  TireShop: tyre shop, tyre fitter
  Restaurant: bistro, pizzeria, pizza restaurant, steak house, tapas bar, tapas restaurant, sushi restaurant, diner, brasserie, restaurante
  CafeOrCoffeeShop: cafe, coffee shop, tea room, tea house, cafeteria
  BarOrPub: bar, pub, cocktail bar, wine bar, gastropub
  Bakery: baker, pastry shop, patisserie, panaderia
  FastFoodRestaurant: takeaway, takeout restaurant, fish and chips takeaway, burger restaurant, kebab shop
  Hotel: boutique hotel, inn, guest house
  BedAndBreakfast: b&b, guesthouse, pension
  Attorney: lawyer, solicitor, law firm, abogado, rechtsanwalt
  AccountingService: accountant, bookkeeper, tax consultant, tax preparation service, asesoria
  RealEstateAgent: estate agent, real estate agency, letting agent, realtor, inmobiliaria
  InsuranceAgency: insurance agent, insurance broker
  ExerciseGym: gym, fitness center, fitness studio, personal trainer, gimnasio
  SportsActivityLocation: yoga studio, pilates studio, dance school, martial arts school, climbing gym
  ChildCare: nursery, day care center, kindergarten, preschool
  AnimalShelter: animal rescue service
  PetStore: pet shop
  Florist: flower shop, floristeria
  GroceryStore: supermarket, grocer, greengrocer
  ClothingStore: boutique, clothes shop
  JewelryStore: jeweler, jeweller
  BookStore: book shop, bookshop
  BikeStore: bicycle shop, bicycle store, bike shop
  ProfessionalService: photographer, marketing agency, architect, interior designer, driving school, veterinarian, vet, dog trainer, pet groomer`
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [type = '', words = ''] = line.trim().split(': ');
      return words.split(', ').map((word) => [wordsOfName(word), type] as const);
    }),
);

/** The types that common categories mean. */
export const categoryTypes: ReadonlySet<string> = new Set(typeOfWord.values());

/** The type that a category means, such as HairSalon for "Hairdresser" and `hair_salon`; undefined for categories that aren't in the list. */
export function typeOfCategory(category: string): string | undefined {
  const words = wordsOfName(category);
  const plain = words.replaceAll(' ', '');
  return [...businessTypes].find((type) => type.toLowerCase() === plain) ?? typeOfWord.get(words);
}

/** Threshold: a name with a larger share of different letters isn't a misspelling. */
const MISSPELLED = 1 / 3;

/** The known type that `type` probably means, such as HousePainter for "house painter"; undefined if none is close. */
export const likelyType = (type: string): string | undefined =>
  typeOfCategory(type) ?? meantName(type, [...businessTypes], type.length * MISSPELLED);

/** The problem with a type that isn't a schema.org type of local business; undefined for known types. */
export function doubtfulType(type: string): { readonly found: string; readonly write: string } | undefined {
  if (businessTypes.has(type)) return undefined;
  const meant = likelyType(type);
  return {
    found: `"${type}", which is not a local business type of schema.org`,
    write: meant
      ? `did you mean ${meant}?`
      : 'write the closest type of https://schema.org/LocalBusiness, such as HomeAndConstructionBusiness, Store or LocalBusiness',
  };
}
