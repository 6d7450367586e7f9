/** Who issues licences to drive, in short and in full, and whose they are; folded. */
export const PLACES: ReadonlySet<string> = new Set(
  `state provincial province territory dmv dvla dva rmv bmv mvd dot icbc saaq ndls rsa rto sgi mpi vicroads
  nsw vic qld wa sa tas act nt nz au aus uk us usa eu gb ni ie irl ireland eire irish british english
  scottish welsh northern scotland wales england britain american canadian mexican australian zealand
  indian india french german spanish italian polish dutch portuguese swedish danish norwegian finnish
  belgian swiss austrian greek czech slovak hungarian romanian bulgarian croatian turkish ukrainian
  russian brazilian japanese korean chinese nigerian kenyan pakistani south african alabama alaska arizona
  arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa
  kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana
  nebraska nevada hampshire jersey mexico york carolina north dakota ohio oklahoma oregon pennsylvania
  rhode island tennessee texas utah vermont virginia west washington wisconsin wyoming columbia dc al ak
  az ar ca co ct de fl ga hi ia il in ks ky la ma md me mi mn mo ms mt nc nd ne nh nj nm nv ny oh ok or pa
  ri sc sd tn tx ut va vt wi wv wy alberta manitoba brunswick newfoundland labrador nova scotia ontario
  quebec saskatchewan yukon nunavut ab bc mb nb nl ns on pe pei qc sk yt victoria queensland tasmania nys
  hawaiian texan californian ontarian victorian albertan scots ulster deutschland schweiz osterreich
  frankreich italien polen spanien niederlande france suisse belgique canada espagne allemagne italie
  espana jalisco puebla argentina chile colombia peru italia polska nederland belgie portugal brasil
  sverige danmark norge suomi mich wisc calif tex fla ont alta sask man que`.split(/\s+/),
)

/** What else may stand before "licence" and leaves it one to drive; folded. */
const MODIFIERS: ReadonlySet<string> = new Set(
  `digital physical mobile updated actual attached enclosed wrong right previous latest existing own personal genuine fake copied
  lessee borrower nominee nominated witness owner keeper courier trucker rider biker young older foreigner visitor
  a an the my his her your ur their our its this that these those any each every both same whose which
  what mine no of for from with and by to is was as at per s not via under du le les el los un une una su
  son mon tu ton sua seu o lo del della en y e et und der die das den dem ein eine mein meine sein ihre
  valid current currently full clean provisional provisonal paper photocard photo plastic pink old new
  original duplicate replacement temporary temp expired suspended revoked foreign overseas domestic
  international interstate unrestricted restricted probationary graduated junior learner learners driver
  drivers driving motor motorist motorcycle motorbike bike moped car cars auto automobile lorry truck bus
  coach hgv lgv pcv psv cdl commercial chauffeur class cat category type out enhanced real id customer
  customers renter renters hirer hirers holder holders employee employees tenant applicant applicants
  insured policyholder claimant patient client guest member user buyer seller passenger husband wife
  daughter mum mom dad brother sister partner primary secondary additional named main second first third
  other number nr num # field scan scanned front back copy check checked verified upload uploaded enter
  need needs want wants got have has see seen show showed shows shown give gave set where select update
  values into row column operator operators quote quoting quotes provide provided provides confirm
  confirmed include including record recorded add added wrote write took take taken send sent use using
  used bring keep checking matching match matched verify input typed list listed correct corrected replace
  replaced changed cancel renew get gets carries carry carrying submit submitted missing invalid scanning
  entered enters reads produced presented surrendered lost found stolen hold holds held holding issued
  renewed but so also then here there it he she they we i you u him them if when who host cohost co
  defendant accused suspect subject party parent motorists insureds
  sous sur dans avec chez mais quand donc sera etait etre avait avoir pour sans apres avant depuis vence caduca esta estaba
  fue pero cuando porque scade scaduta rilasciata emitida expedida expedido delivre delivree obtenu obtenue valable perime
  vigente renovada renovado roommate friend friends boss kid kids spouse parent`.split(/\s+/),
)

export function leavesLicence(folded: string): boolean {
  return MODIFIERS.has(folded) || PLACES.has(folded)
}
