/** What stands before personal numbers of the members of the European Union, by country, and before VAT numbers. */
export const NATIONAL_WORDS = {
  nationalId: `national id | national identity number | national identification number | identity number | id number
    | identity card | personal id | personal identification number | personal number | personal code | tax id
    | tax id number | tax number | tin | numero de identidad | identificacion | personalausweis | ausweisnummer
    | carte d identite | numero d identite | national number | id card | identification number | nationalid | taxid
    | tax identification number | numero fiscal | identifiant fiscal | national id number | citizen id | id no
    | identity no | national no | personal no`,
  healthInsurance: `health insurance no/id | health insurance member/policy/group/subscriber/card no/id | health plan id/no |
    health plan member/beneficiary no/id | insurance member id/no | member id no | subscriber id/no | medicaid id/no | medicaid |
    medicare id | medicare beneficiary identifier/no | mbi | hicn | ohip | ohip no | health card no | phn | mbi no |
    personal health no | ehic | ehic no | nhi no | insurance id/no | insurance card no/id | bcbs member no/id | nss | nss no | nss imss |
    imss no | numero de afiliacion | numero de afiliacion imss | numero de mutuelle | n de mutuelle | mutuelle no | krankenkassennummer | krankenkassen nr | kassennummer |
    mitgliedsnummer der krankenkasse | numero d assure | n d assure | numero d assurance maladie |
    numero de tarjeta sanitaria | tarjeta sanitaria | numero tessera sanitaria | tessera sanitaria |
    zorgverzekeringsnummer | verzekerdennummer | polisnummer zorgverzekering | numero de utente de saude | sns no`,
  idES: 'd n i | n i e | n i f | dni | dni nie | nie | nif | numero de dni | numero de nie | documento nacional de identidad | documento de identidad | dni n | dni numero',
  idFR: `nir | numero de securite sociale | securite sociale | n de securite sociale | numero secu | secu | carte vitale
    | insee | numero insee | no de securite sociale | n secu | n ss | numero ss | no secu | num secu`,
  idDE: `id nr | steuer id nr | steuer ident nr | steuer id | steueridentifikationsnummer | steuer identifikationsnummer | steuer idnr | idnr | identifikationsnummer
    | steuerid | steuernummer | steuerliche identifikationsnummer | steuer identnummer | tax id de | steuer nr`,
  taxDE: 'steuernummer | steuer nr | steuer nummer | steuernr | st nr',
  insuranceDE: `sozialversicherungsnummer | sozialversicherungs nr | sv nummer | sv nr | svnr | svnummer | versicherungsnummer
    | rentenversicherungsnummer | rentenversicherungs nr | rv nummer | rv nr | rvnr | vsnr`,
  healthDE: `krankenversichertennummer | krankenversicherten nr | versichertennummer | versicherten nr | versicherten id
    | krankenversicherungsnummer | krankenversicherungs nr | kvnr | kv nr | kv nummer | gesundheitskarte`,
  cardDE: `personalausweis | personalausweisnummer | personalausweis nr | personalausweises | ausweisnummer | ausweis nr
    | ausweisnr | bundespersonalausweis | ausweis`,
  taxFR: `numero fiscal | numero fiscal de reference | identifiant fiscal | reference fiscale | numero spi
    | numero d identification fiscale`,
  cardFR: `carte nationale d identite | carte nationale d identite numero | carte d identite | carte d identite numero | cni
    | cni numero | cnie | numero de carte d identite | numero de carte nationale d identite | numero de cni`,
  idIT: 'italian tax code | codice fiscale | cf | cod fiscale | cod fisc | codice fisc | c f',
  idNL: 'b s n | bsn | burgerservicenummer | bsn nummer | sofinummer | sofi nummer | citizen service number | burger service nummer | bsn nr',
  idBE: `rijksregisternummer | rijksregister | numero de registre national | registre national | insz | niss
    | nationaal nummer | numero national | rrn | numero niss | insz nummer | nrn | no national | nationalregisternummer`,
  idPL: 'pesel | numer pesel | nr pesel | nr ewidencyjny',
  idPT: 'nif | contribuinte | numero de contribuinte | numero de identificacao fiscal | numero fiscal | n contribuinte | nif n | no de contribuinte',
  idSE: 'personnummer | samordningsnummer | pnr | swedish personal number | personnr | person nr',
  idFI: 'personal identity code | henkilotunnus | hetu | henkilotunnukseni | sotu | personbeteckning | henkilotunnuksesi',
  idDK: 'cpr | cpr nummer | cpr nr | cprnummer | personnummer | cpr number | cpr no',
  idAT: `svnr | sv nummer | sozialversicherungsnummer | sv nr | versicherungsnummer | svnummer | sv nr at | sozialversicherungs nr`,
  idIE: 'p p s | p p s n | pps | ppsn | pps number | pps no | ppsn number | personal public service | personal public service number',
  idCZ: 'rodne cislo | rodneho cisla | rc | r c | rodnym cislem | birth number | rodne c',
  idRO: 'cnp | cod numeric personal | codul numeric personal',
  idBG: 'egn | егн | единен граждански номер | pnf | лнч',
  idHR: 'oib | osobni identifikacijski broj | oib broj',
  idGR: 'afm | αφμ | α φ μ | arithmos forologikou mitroou | tax registration number | amka | αμκα',
  idHU: `adoazonosito | adoazonosito jel | ado azonosito | szemelyi szam | szemelyi azonosito | taj | taj szam | adoszam
    | adoazonositom | adoszamom`,
  idEE: 'isikukood | isikukoodi | isikukoodiga | isikukoodid | ik',
  idLT: 'asmens kodas | a k | asmens kodo | asm kodas | asmens kodu',
  idLV: 'personas kods | p k | personas koda | personas kodu',
  idSI: 'emso | davcna stevilka | enotna maticna stevilka obcana',
  idLU: 'matricule | numero matricule | matricule nationale | matricule national | numero d identification national | sozialversicherungsmatricule',
  vat: `vies | vies check | vies query | vies validate | vies lookup | vies request | check vat | validate vat | intracom vat | vat | vat identification number | vat identification no | tax vat | eu vat | vat nr | vat no | vat number | vat id | vat reg | vat reg no | vat registration | vat registration number | vatin
    | vatid | vatnumber | ust idnr | ust id | ust id nr | ustid | ustidnr | umsatzsteuer identifikationsnummer
    | umsatzsteuer id | uid | uid nummer | mwst | mwst nummer | mwst nr | tva | n tva | numero de tva | tva intracommunautaire | numero tva
    | n de tva | no tva | partita iva | p iva | piva | iva | nif iva | cif | numero de iva | btw | btw nummer | btw nr | btw id
    | btwnummer | moms | momsnr | moms nr | momsregistreringsnummer | nip | vat ue | nip ue | alv | alv numero | dic
    | ic dph | dph | afa | pvn | pvm | pvm kodas | kmkr | kmkr nr | id za ddv | ddv | pdv | ddc | фпа | ддс | afm vat
    | cui | cod fiscal | cif ro | momsnummer | cvr | siren | pvn reg nr | pvm moketojo kodas | alv tunnus | momsreg nr | pdv id | pdv broj | cod tva | kozossegi adoszam`,
} as const
