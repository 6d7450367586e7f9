/** What stands before the ways to reach a person, their birthday, and what lets them in. */
export const PERSONAL_WORDS = {
  phone: `phone | phones | phone no | phone number | phone nr | phone num | phonenumber | tel | tel no | telephone | telephone number | telephone no | call | call me | calls
    | cell | cellphone | cell phone | mobile | mobile number | mobile no | mob | fax | fax no | fax number | sms | text me | whatsapp | telegram
    | dial | dialled | dialed | hotline | helpline | landline | ring me | reach me | reach us | text me | contact me | reached at | reached on | reached under | be reached | contact number | contact no | office line | direct line 
    | callback | voicemail | emergency contact | msisdn | caller | callee | caller id | telefon | telefonnummer | tel nr | handy | handynummer | mobil | mobilnummer
    | festnetz | rufnummer | anrufen | rufen | rueckruf | ruckruf | durchwahl | erreichbar | erreichen | appelez | appelle | appeler | appel
    | telephone portable | numero de telephone | joindre | joignable | rappeler | rappelez | rappelle | telecopie | ligne directe | telefono | numero de telefono | movil | celular
    | llamar | llame | llama | llamame | llamada | llamadas | llamenos | telefono movil | cellulare | chiamare | chiama | chiamami | chiamata | fisso
    | telefoonnummer | telefoon | mobiel | bellen | gsm | gsm nummer | telemovel | telefone | ligue | ligar | contacto | telefonu | telefonie | komorka | komorkowy | zadzwon | dzwonic
    | numer telefonu | puhelin | puhelinnumero | telefonszam | telefonni | mobilni | registered mobile | tfno | tlf | tlf nr | cel | cel no | cell no | cell number | tel kom | nr tel | nr telefonu | n de telephone | no de telephone | n tel | numero de celular | numero de movil | mobiltelefon | telefoonnr | numero di telefono | phone nbr | ph | ph no | portable | n de portable | numero de portable`,
  host: `ip | ip address | ipv4 | ipv6 | host | hosts | hostname | server | ping | dns | subnet | gateway | client | remote | addr | ssh | curl | nameserver
    | resolver | peer | listen | adresse ip | ip adresse | direccion ip | indirizzo ip | client ip | remote addr | firewall | network | router | traceroute | bind | proxy | login from | request from | connection from | connections | blocked | cidr | route`,
  birth: `born | born on | dob | d o b | date of birth | birth date | birthdate | birthday | birth day | dateofbirth | bday | b day
    | born in | ne le | nee le | ne e le | date de naissance | naissance | anniversaire | geboren | geboren am | geb | geb am | geburtsdatum
    | geburtstag | geborene | nacido | nacida | nacido el | nacida el | nacio | nacio el | naci el | fecha de nacimiento | nacimiento | cumpleanos | f nacimiento | fec nac | fecha nac
    | nato | nata | nato il | nata il | data di nascita | nascita | compleanno | geboortedatum | geboren op | verjaardag | nascido
    | nascida | nascido em | data de nascimento | nascimento | aniversario | urodzony | urodzona | ur | data urodzenia | urodziny | fodt | fodelsedatum
    | fodselsdato | syntynyt | syntymaaika | datum narozeni | narozen | narozena | szuletesi | szuletett | data nasterii | nascut | birthdays | dn`,
  password: `password | passwords | passwd | passwort | kennwort | pwd | passphrase | passcode | pword | passw | userpassword | mot de passe | mdp | mots de passe | contrasena
    | contrasenya | clave de acceso | clave de entrada | palavra passe | senha | parola d ordine | parola | wachtwoord | haslo | losenord | salasana | adgangskode
    | heslo | jelszo | pin code | login password | dbpassword | dbpass | rootpassword | pgpassword | sudo password | zugangspasswort`,
  weakPassword: `pass | pw | clave | parole`,
  weakSecret: 'key',
  secret: `api key | apikey | api token | apitoken | token | access token | auth token | authtoken | refresh token | secret | secret key
    | client secret | clientsecret | secretkey | api secret | apisecret | access key | accesskey | aws secret access key | secret access key | private token
    | signing key | signing secret | webhook secret | encryption key | bearer | authorization | x api key | app secret | consumer secret
    | session token | id token | service key | account key | shared key | accountkey | cle api | cle d api | jeton | clave api | clave de api | clave de la api | token de acceso
    | api schlussel | geheimnis | zugangstoken | chiave api | api sleutel | chave de api | chave api | klucz api | licence token | deploy key | master key | auth key | authkey | app key | appkey | connection string | credential | credentials`,
  postcode: `postcode | post code | postal code | zip code | zip | zipcode | postalcode | plz | postleitzahl | code postal | cp | codigo postal
    | c p | cap | postcode nr | kod pocztowy | codice postale | postnummer | eircode | codice avviamento postale | cep`,
  address: `address | street address | home address | mailing address | postal address | shipping address | billing address | live at | lives at
    | deliver to | ship to | adresse | direccion | domicilio | indirizzo | adres | endereco | anschrift | wohnhaft | residing at | adress`,
  name: `name | full name | patient name | customer name | contact name | nom | nombre | nombre completo | nom complet | surname | first name | last name | signed
    | signed by | sincerely | regards | my name is | i am | attn | cardholder | account holder | nome | naam | imie i nazwisko
    | je m appelle | me llamo | mi nombre es | ich heisse | mein name ist | mi chiamo | ik heet | nazywam sie`,
} as const
