import { meantName } from './problems.ts';

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
  FoodEstablishment Bakery BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop Restaurant Winery
  GovernmentOffice PostOffice
  HealthAndBeautyBusiness BeautySalon DaySpa HairSalon HealthClub NailSalon TattooParlor
  HomeAndConstructionBusiness Electrician GeneralContractor HVACBusiness HousePainter Locksmith MovingCompany Plumber RoofingContractor
  LegalService Attorney Notary
  LodgingBusiness BedAndBreakfast Campground Hostel Hotel Motel Resort SkiResort VacationRental
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

/** Threshold: a name with a larger share of different letters isn't a misspelling. */
const MISSPELLED = 1 / 3;

/** The known type that `type` probably means, such as HousePainter for "house painter"; undefined if none is close. */
export const likelyType = (type: string): string | undefined => meantName(type, [...businessTypes], type.length * MISSPELLED);

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
