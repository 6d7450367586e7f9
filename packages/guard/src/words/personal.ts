/** What stands before the ways to reach a person, their birthday, and what lets them in. */
export const PERSONAL_WORDS = {
  phone: `centralita | centralino | conmutador | astreinte | standard telephonique | or text | txt me/us | text at | tel port/fixe/dom/bur/perso/pro | tel maison | telephoner/telephonez/telephone moi/~ a/au/~ | phone | phones | phone no | phone number | phone nr | phone num | phonenumber | tel | tel no | telephone |
    telephone number | telephone no | call | call me | calls | cell | cellphone | cell phone | mobile | mobile
    number | mobile no | mob | fax | fax no | fax number | sms | text me | whatsapp | telegram | dial | dialled
    | dialed | hotline | helpline | landline | ring me | reach me | reach us | text me | contact me | reached at
    | reached on | reached under | be reached | contact number | contact no | office line | direct line |
    callback | voicemail | emergency contact | msisdn | caller | callee | caller id | telefon | telefonnummer |
    tel nr | handy | handynummer | mobil | mobilnummer | festnetz | rufnummer | anrufen | rufen | rueckruf |
    ruckruf | durchwahl | erreichbar | erreichen | appelez | appelle | appeler | appel | telephone portable |
    numero de telephone | joindre | joignable | rappeler | rappelez | rappelle | telecopie | ligne directe |
    telefono | numero de telefono | movil | celular | llamar | llame | llama | llamame | llamada | llamadas |
    llamenos | telefono movil | cellulare | chiamare | chiama | chiamami | chiamata | fisso | telefoonnummer |
    telefoon | mobiel | bellen | gsm | gsm nummer | telemovel | telefone | ligue | ligar | contacto | telefonu |
    telefonie | komorka | komorkowy | zadzwon | dzwonic | numer telefonu | puhelin | puhelinnumero | telefonszam
    | telefonni | mobilni | registered mobile | tfno | tlf | tlf nr | cel | cel no | cell no | cell number | tel
    kom | nr tel | nr telefonu | n de telephone | no de telephone | n tel | numero de celular | numero de movil
    | mobiltelefon | telefoonnr | numero di telefono | phone nbr | ph | ph no | portable | n de portable |
    numero de portable | llameme | llamenos | llamanos | llamarme | llamarnos | llamadme | telefonear | marque |
    marcar | marcando | contactar | contactarme | telefoneer | telefonisch | telefonnr | telefon nr | mobilnr |
    handynr | mobilfunknummer | festnetznummer | faxnummer | fax nr | rufnr | ruf | anruf | ruf an | rufen sie |
    telefonate | chiamatemi | chiamateci | telefonare | telefonami | cell | numero di cellulare/cell | recapito
    | recapiti | belt u | bel mij/me/ons/de/naar/even | mobiele nummer/nummer | mobielnummer | nummer mobiel |
    contactez/contacter | appelez moi | tel portable | tel fixe | tel mobile | tel domicile | tel bureau |
    numero de fixe | numero joignable | ligar para | liga me | ligue me | telemoveis | tlm | wa number | phoned
    | phoning | sms to | call/reach/text/ring/phone us/him/her/them/back | calling | reach him/her/them/dr |
    direct dial/line | switchboard | front desk | toll free | freephone | extension number | contact tel/phone |
    day/daytime/evening/home/work/office/cell/mobile phone/tel/telephone/number | office number | after hours
    line | pager | beeper | number to text/call/ring/dial | ring on/him/her/them/back/us | a ring | rang
    me/us/from | avisame | avisa | aviseme | avisenos | numero verde | numero vert | numero gratuito | linea
    verde`,
  host: `ip | ip address | ipv4 | ipv6 | host | hosts | hostname | server | ping | dns | subnet | gateway | client | remote | addr | ssh | curl | nameserver
    | resolver | peer | listen | adresse ip | ip adresse | direccion ip | indirizzo ip | client ip | remote addr | firewall | network | router | traceroute | bind | proxy | login from | request from | connection from | connections | blocked | cidr | route`,
  birth: `f n | f de n | fdn | f d n | naciste | nacimos | naceria | es ne/nee | suis ne/nee | est ne/nee | etes ne/nee | etait ne/nee | ne/nee quand | wann/wo geboren | sei nato/nata | nasceste | when were you born | born | born on | dob | d o b | date of birth | birth date | birthdate | birth day | dateofbirth | ne le |
    nee le | date de naissance | naissance | geboren | geboren am | geb | geb am | geburtsdatum | geborene |
    nacido | nacida | nacido el | nacida el | nacio | nacio el | naci el | fecha de nacimiento | nacimiento | f
    nacimiento | fec nac | fecha nac | nato il | nata il | data di nascita | nascita | geboortedatum | geboren
    op | nascido | nascida | nascido em | data de nascimento | nascimento | urodzony | urodzona | data urodzenia
    | fodt | fodelsedatum | fodselsdato | syntynyt | syntymaaika | datum narozeni | narozen | narozena |
    szuletesi | szuletett | data nasterii | nascut | nato a il | nati a | nee le | ne e le/a | nes le | data
    nasc | dt nasc | data di nasc | data nascita | luogo e data di nascita | data e luogo di nascita | nasceu |
    nasceram | nasci | nascidos | naci | naci en | nacimos | nacieron | nacen | nacidos | nacidas | nacio en |
    nac | f nac | fec nac | fecha nac | fecha de nac | fecha de nto | fechanacimiento | fecha y lugar de
    nacimiento | lugar y fecha de nacimiento | date and place of birth | place and date of birth | date et lieu
    de naissance | lieu et date de naissance | date naissance | datenaissance | date naiss | date de naiss | ddn
    | d n | naissance le | nee a/en | geb dat/datum/tag | gebdat | gebdatum | geburtsdat | geburts datum | geb
    am/op | geb | geborener | geborenen | geburt | zur welt | geboren te/in | geboortedat | geb datum | geboorte
    | birth dt | birthdt | birth time | birthtime | birth day | dateofbirth | date birth | dt of birth | date
    born | was born | were born | wasborn | been born | birth year | yob | dn | data ur | data urodz | ur | fodd
    | fodda | foddes | fecha nacimiento | data nascimento | geboorte datum | fodelsedag | syntyi | narodena |
    narodeny | datum rodenia | data urodzin | fodselsdag | doğum | nato/nata/nati a/il/in/nel/l | nato/nata a il
    | birth | do b | дата рождения | родился | родилась | г р | д р | 生年月日 | 出生日期 | 出生年月日 | 생년월일 | dogum tarihi | dogum gunu | dogum | ημερομηνια γεννησης | γεννηθηκε | fodelsetid | datum rodenja | datum rojstva | rojen | roden | rodena | gimimo data | dzimsanas datums | sunniaeg | data de nastere | datum rozeni`,
  /** The day that comes every year: the date beside it may be that of a party. */
  birthday: `bd | birthday | birthdays | bday | bdays | b day | anniversaire | anniv | geburtstag | geburtstage | compleanno | verjaardag | cumpleanos | cumple | aniversario | urodziny`,
  password: `password | passwords | passwd | passwort | kennwort | pwd | passphrase | passcode | pword | passw |
    userpassword | mot de passe | mdp | mots de passe | contrasena | contrasenya | clave de acceso | clave de
    entrada | palavra passe | senha | parola d ordine | parola | wachtwoord | haslo | losenord | salasana |
    adgangskode | heslo | jelszo | pin code | login password | dbpassword | dbpass | rootpassword | pgpassword |
    sudo password | zugangspasswort | palavra/palavras passe/chave | passwortes | passwoerter | kennworter |
    passwords | mots de passe | wachtwoorden | wifi/wlan key/code/schlussel | clave wifi | clave del
    wifi/router/ordenador | clave de wifi/acceso/usuario | wlan schlussel | wifi wachtwoord | senhas | code wifi
    | smtp/mail/ftp/ssh/root/admin/redis/db/database/user/service/svc/app/imap/ldap/mysql/pg/postgres
    pass/pw/pwd/passwd | master password | login pw | zugangscode`,
  weakPassword: `pass | pw | clave | parole`,
  weakSecret: 'key',
  secret: `api key | apikey | api token | apitoken | token | access token | auth token | authtoken | refresh token | secret | secret key
    | client secret | clientsecret | secretkey | api secret | apisecret | access key | accesskey | aws secret access key | secret access key | private token
    | signing key | signing secret | webhook secret | encryption key | bearer | authorization | x api key | app secret | consumer secret
    | session token | id token | service key | account key | shared key | accountkey | cle api | cle d api | jeton | clave api | clave de api | clave de la api | token de acceso
    | api schlussel | geheimnis | zugangstoken | chiave api | api sleutel | chave de api | chave api | klucz api | licence token | deploy key | master key | auth key | authkey | app key | appkey | connection string | credential | credentials | cle secrete | clave secreta | chiave segreta | chave secreta | geheimschlussel | geheimer schlussel | jeton d acces | zugriffstoken | zugriffsschlussel | zugangsschlussel | token di accesso | chiave di accesso | token de acesso | toegangstoken | api sleutel`,
  postcode: `postcode | post code | postal code | zip code | zip | zipcode | postalcode | plz | postleitzahl | code postal | cp | codigo postal
    | c p | cap | postcode nr | kod pocztowy | codice postale | postnummer | eircode | codice avviamento postale | cep`,
  address: `address | street address | home address | mailing address | postal address | shipping address | billing address | live at | lives at
    | deliver to | ship to | adresse | direccion | domicilio | indirizzo | adres | endereco | anschrift | wohnhaft | residing at | adress`,
  name: `name | full name | patient name | customer name | contact name | nom | nombre | nombre completo | nom complet | surname | first name | last name | signed
    | signed by | sincerely | regards | my name is | i am | attn | cardholder | account holder | nome | naam | imie i nazwisko
    | je m appelle | me llamo | mi nombre es | ich heisse | mein name ist | mi chiamo | ik heet | nazywam sie`,
} as const
