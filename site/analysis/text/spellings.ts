/** Common misspellings and short forms, as `wrong:right`, both folded. */
const LIST = `
  recomend:recommend reccomend:recommend recommned:recommend reccommend:recommend recomended:recommended reccomended:recommended
  profesional:professional proffesional:professional professionel:professional unprofesional:unprofessional proffessional:professional
  knowledgable:knowledgeable knowledgible:knowledgeable knowlegeable:knowledgeable knowledgeble:knowledgeable
  explane:explain explaned:explained explaind:explained explainned:explained excelent:excellent excellant:excellent exellent:excellent
  apprecaited:appreciated appriciated:appreciated apreciate:appreciate apreciated:appreciated definately:definitely definitly:definitely defiantly:definitely
  awsome:awesome amazin:amazing beautifull:beautiful quik:quick quikly:quickly freindly:friendly frendly:friendly curteous:courteous
  curtious:courteous corteous:courteous polight:polite puntual:punctual punctuel:punctual realy:really alot:lots wich:which thier:their
  recieved:received recieve:receive apointment:appointment appointmnet:appointment appt:appointment appts:appointments
  expencive:expensive exspensive:expensive pricy:pricey payed:paid thru:through tho:though altho:although nite:night lite:light lites:lights
  werkin:working workin:working werk:work gud:good grate:great greatful:grateful luv:love thx:thanks thanx:thanks ty:thanks pls:please plz:please
  ur:your u:you n:and wit:with dat:that da:the sed:said cud:could wud:would wudnt:wouldnt cudnt:couldnt wouldve:would shouldve:should couldve:could
  celing:ceiling cieling:ceiling sloppey:sloppy rediculous:ridiculous ridiculus:ridiculous terible:terrible horible:horrible aweful:awful
  disapointed:disappointed dissapointed:disappointed dissappointed:disappointed disapointing:disappointing dissapointing:disappointing
  responsable:responsible responsve:responsive comunication:communication comunicate:communicate comunicated:communicated
  electricion:electrician electritian:electrician elecrician:electrician tecnician:technician technicion:technician
  panle:panel droped:dropped suposed:supposed sence:since untill:until becuase:because cuz:because bc:because
  everythin:everything nuthin:nothing nothin:nothing somethin:something jus:just wanna:want gonna:going gotta:got
  neet:neat cleen:clean cleend:cleaned qwality:quality quailty:quality sevice:service servise:service resturant:restaurant
  delicous:delicious delicius:delicious desert:dessert ambiance:ambience atmoshere:atmosphere
  hrs:hours hr:hour mins:minutes min:minute wk:week wks:weeks tues:tuesday thurs:thursday fri:friday mon:monday wed:wed
  colour:color labelled:labeled favourite:favorite neighbour:neighbor organised:organized apologised:apologized
  cant:cannot willnt:wont noone:nobody aint:isnt yall:you em:them yr:year yrs:years ok:okay kk:okay biz:business
  fone:phone emial:email reschedualed:rescheduled resheduled:rescheduled scedule:schedule shedule:schedule
  waisted:wasted reliabel:reliable relyable:reliable honnest:honest onest:honest trustworthly:trustworthy
  overcharge:overcharge estamate:estimate qoute:quote qouted:quoted qoted:quoted truely:truly thourough:thorough thorogh:thorough
  efficent:efficient effecient:efficient safley:safely saftey:safety mantain:maintain`;

/** From a folded word to the folded word that the lexicons know. */
export const spellings: ReadonlyMap<string, string> = new Map(
  LIST.trim()
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);
