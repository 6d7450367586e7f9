/** Who tells, how it is told, and where on a paper it stands. */
export const TELLING: ReadonlySet<string> = new Set(
  `doch oder gell toch hein verdad bien signing arrival pickup collection handover onboarding intake taken noted one ones real actual proper current extracted parsed detected scanned captured neue neuer neues neuen alte alter altes nouveau nouvelle ancien ancienne nuovo nuova vecchia nieuw nieuwe nowy nowe novo nova nya ny bestuurder lenker automobilista mine moi hers yours ours theirs meins deins seins mio mia mien mienne tien tienne sien sienne suyo suya
  tuyo tuya meu minha mijn said say says saying reads showed shows showing got gave given sent wrote
  written typed put copied down need needs want wants numbered this these those dies dieses diese eso esto
  ceci ca cela questo quella isso isto dat dit det steht stand sagt feld field box case casilla line zeile
  rubrik rubrique campo vak punkt pkt punto ponto point ligne linea bei ben unter auf under above below
  dessus dessous decir debe deberia dice pone figura lee stands front back top bottom recto verso oben
  unten vorne hinten arriba abajo davanti there la dort ahi voila toma tomalo ai has hai avez ont habe
  haben hab tengo tem tenho heb heeft ma mam har er j m s t d c re ve ll think maybe probably believe
  pense crois creo glaube denk ok okay sure yes yeah yep oui si ja tak sim so also auch aussi tambien
  anche ook right wrong correct new old lautete richtig stimmt should must would can could will become
  changed updated corrected instead rather statt sondern sino mais but pero aber maar me you u him her us
  them we they he she it i dem ihm ihr mir dir uns lui leur elle il le les lo los pra pro document
  documento dokument documents documentnummer doc papier paper papers piece pieces pieza identite
  identidad identita moje moj moja mojego jego jej to jest numerem min mitt mit hans hennes ar numret
  nummeret hon han value values valor valeur wert valore waarde ausweis ausweises karte danska svenska
  norska polska tyska engelska brittiska danish digits chiffres ziffern cifras cifre cijfers numbers quote
  quoted quotes quoting states stated bears bearing marked recorded noted listed entered issued delivre
  delivree ausgestellt expedido expedida emitido emitida rilasciata rilasciato afgegeven wydane utfardat
  holder titulaire titular inhaber titolare houder posiadacz innehavare driver fahrer conductor conducteur
  conducente chauffeur kierowca motorista condutor forare try versuch prova prueba essaie here hier aqui
  voici ecco tu oto`.split(/\s+/),
)
/** Whose it is; with "number" behind it, theirs: "employee no. 12". */
export const ROLES: ReadonlySet<string> = new Set(
  `husband wife son daughter mum mom dad mother father brother sister partner kid frau mann fils fille femme mari hijo hija esposo esposa marido mujer moglie marito figlio figlia customer customers client cliente clienti kunde kundin klant klient kunden renter renters hirer hirers
  employee employees mitarbeiter mitarbeiterin applicant applicants tenant tenants insured policyholder
  claimant owner holder buyer seller guest member user person colleague kollege collega collegue candidate
  worker locataire arrendatario mieter`.split(/\s+/),
)
