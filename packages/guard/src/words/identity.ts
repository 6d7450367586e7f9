/** What stands before numbers that states and clinics give to people. */
export const IDENTITY_WORDS = {
  ssn: `s s n | s s number | s s no | ss card | ssn | ssns | social security | social security number | social
    security no | social security num | social sec | soc sec | soc sec no | soc | social | socialsecuritynumber
    | social security card | ss number | ss no | ss | numero de seguro social | seguro social | numero de
    seguridad social | ssa | last social | numero de securite sociale americain | us sozialversicherungsnummer |
    tin ssn | ssn tin | social sec number/num | soc sec number/num | ss num/nr | numero de/del ss | numero
    de/del seguro social | n de seguro social | no de seguro social | seguro social n/no/numero | numero social
    security | social security nr/nummer/id | socialsecurity | socialsecurityno | social sec nr | american/us
    social security number | us ssn | taxpayer ssn | s s | us svn | us sv nummer`,
  itin: `itin | itin number | individual taxpayer identification number | individual taxpayer id | individual tax id
    | taxpayer identification number | taxpayer id | w 7 | numero de identificacion personal del contribuyente
    | numero itin | itin no | tax id itin | i t i n | i t i n no | individual taxpayer no/~ |
    individual taxpayer identification no/nr/~ | individual taxpayer id no | irs no/id | irs itin/taxpayer no/id/~ |
    taxpayer no | taxpayer identification/ident no/~ | taxpayer id no | tax payer id/no/~ |
    numero de/du/del contribuyente/contribuable`,
  sin: `sin | s i n | social ins | social ins no | social ins number | social ins num | canadian sin | sin number |
    sin no | sin card | social insurance | social insurance number | social insurance no | nas | numero d
    assurance sociale | assurance sociale | socialinsurancenumber | no d assurance sociale | social insurance
    num/nr/card/card number | sin nr/num/nummer | numero nas | n nas | no nas | n/no/num/numero d assurance
    sociale | socialinsurance`,
  nino: `nino | n i | n i number | n i no | ni num | nat insurance | nat insurance number | nat ins number | national
    ins | national ins no | national ins number | nat ins num | ni number | ni no | national insurance |
    national insurance number | national insurance no | nin | nat ins | nat ins no | ni | insurance number |
    nationalinsurancenumber | ninos | national insurance num/id/ref/card/card number | nat insurance no/num | ni
    nummer/numero/nr | britische/britischen/englische sozialversicherungsnummer/versicherungsnummer | numero
    de/d la/~ securite/assurance/seguridad/seguro sociale/social/nationale
    britannique/anglais/anglaise/britanico/britanica/ingles/inglesa | seguridad social britanica | numero di
    previdenza sociale britannico | numero nazionale di assicurazione | nationalinsuranceno | ninumber | numer
    ubezpieczenia | natl insurance no/~ | nat l insurance no/~ | natl/nat l ins no/~ | numero d assurance nationale |
    assurance nationale | national insurance reference`,
  nhs: `n h s | n h s number | n h s no | nhs | nhs number | nhs no | nhs num | nhs id | nhsnumber | national health
    service number | nhs nr | numero nhs | nhs number/no/nr for/~ | numero/nr/numer/n del/de/du/~ nhs | nhs
    nummer | nhs identifier | national health no | national health service no | health service no | nhs ref/reference`,
  curp: 'c u r p | curp | clave unica de registro de poblacion | clave unica',
  rfc: `r f c | rfc | registro federal de contribuyentes | rfc con homoclave | homoclave | clave de rfc | rfc
    emisor/receptor/del/de/cliente/proveedor/no/n/numero | clave del/de rfc | rfcs | registro federal | tax id
    rfc`,
  passport: `passport | passport no | passport number | passport num | passport nr | passport id | passportno |
    passportnumber | passport card | passeport | numero de passeport | passeport no | passeport n | no de
    passeport | n de passeport | reisepass | reisepassnummer | reisepass nr | pass nr | passnummer | passnr |
    pasaporte | numero de pasaporte | pasaporte no | pasaporte n | no de pasaporte | nro de pasaporte |
    passaporto | numero di passaporto | numero passaporto | passaporto n | paspoort | paspoortnummer |
    paspoortnr | passaporte | numero do passaporte | numero de passaporte | paszport | numer paszportu |
    paszportu | nr paszportu | seria paszportu | pasnummer | passi | passinumero | pasport | cestovni pas |
    cislo pasu | pasaport | utlevel | travel document | passports | pass mit der/~ nummer | pass nummer/n/number
    | passport book/book number | us/british/canadian/uk/eu/irish/australian/indian/mexican/german/french
    passport no/number/~ | numero del/de/du/di/do/mon/mi/tu/su/ton/son/votre
    pasaporte/passeport/passaporto/passaporte | numero de mon/ton/son/votre passeport | numero del mio
    passaporto | n/no du/del passeport/pasaporte | pasaporte/passeport/passaporto/passaporte numero/nro/num/nr |
    kinderreisepass | reisepasses | reisepass nummer | passdokument | paspoort nr/nummer | passport document |
    doc passport | travel doc | travel doc no/id | travel document no/id | psprt | psprt no | pspt | pspt no | passprt | pasport no | mein/meinen/meinem/dein/deinen/sein/seinen/ihr/ihren/unser pass | mitt pass | pass port | pass port no | ppt | pp no | ppt no | pport | pport no | pass
    hat/tragt/mit/lautet die/der/~ nummer | n passaporto | n passaporte | n de passaporte | reisedokument | document de voyage | паспорт | паспорта | паспорт no | no паспорта | номер паспорта | 护照 | 护照号 | 护照号码 | 護照號碼 | パスポート | パスポート番号 | 旅券番号 | 여권 | 여권번호 | 여권 번호 | διαβατηριο | διαβατηριου | passets no | passnumret | passinumero | putovnica | broj putovnice | potni list | cestovny pas | pasas | paso no | pase no`,
  medical: `mrn | patient record | patient file | patient code | patient mrn | hospital mrn | n patient | num patient |
    n historia clinica | mrns | mrn no | mrn number | medical record | medical record number | medical record no
    | medical rec | medical records number | med rec | med rec no | med record | patient id | patient ids |
    patient no | patient number | patient nr | patientid | patient identifier | patient identification number |
    pat id | hospital number | hospital no | hospital id | chart number | chart no | health record | health
    record number | ehr id | emr id | medicalrecordnumber | medicalrecord | dossier medical | dossier patient |
    numero de dossier medical | dossier medical n | numero de patient | identifiant patient | ipp | dossier
    patient n | historia clinica | numero de historia clinica | numero de historia | nhc | n de historia clinica
    | expediente clinico | expediente medico | numero de expediente clinico | paciente id | id paciente | id del
    paciente | numero de paciente | patientennummer | patienten nr | patientennr | patienten id |
    krankenaktennummer | patientenakte | cartella clinica | numero cartella clinica | cartella clinica n | id
    paziente | codice paziente | patientnummer | patientnr | medisch dossier | prontuario | numero do prontuario
    | processo clinico | numer pacjenta | pacjent no | pacjentka no | id pacjenta | karta pacjenta | nr pacjenta | encounter id | patient
    n/num/ref/file/record no/number | patient n | patient file/record/chart/account no/number/id |
    hospital/clinic/unit/ward record/file/patient no/number/id | hospital num/nr | pat nr/no/num/nummer/id |
    patid | patnr | patienten nummer/num/akte | patientenakte nr | patientenaktennummer | krankenakte |
    krankenakten nr | krankenblatt | krankengeschichte | n/numero/no/num de/del/du/d/da/di la/~ historia
    clinica/medica | n/numero/no/num historia/expediente clinica/clinico/medico/~ | historia clinica/medica
    n/no/numero/num | hist clinica/cl | expediente clinico/medico n/no/numero | numero d identification du/de/~
    patient | identifiant du patient | id patient | n/no/numero ipp | numero patient | n du patient | numero du
    patient | dossier medical/patient/clinique/hospitalier numero/no/num/~ | dossier de/du patient/patiente
    n/no/numero/~ | numero de/du dossier medical/patient/hospitalier/clinique | cartella
    clinica/medica/sanitaria numero/num/nr/~ | numero della/di cartella clinica/medica/~ | numero/n/codice/cod
    paziente | codice sanitario | patientdossier | patienten dossier | medisch dossiernummer/nummer | patient
    dossier | patientnr | numero do processo clinico/~ | processo clinico n/numero | numero/n do/de/~
    utente/paciente | prontuario n/numero/medico | registro medico/clinico | med rec number/num/nr | medical
    record num/nr/id | medical chart/file no/number/~ | chart nr/num | health record no/id/nr | mr no/number |
    mrno | mrnumber | medical no/number/id | medrec | pt id/no/number | nip ipp | record no/number of/for
    the/this patient | patient s record no/number | mrn for bed/patient/~ | hc no/number | no hc | numero/no
    de/~ hc | m r n | m r n no | hosp no/id | patient ref/reference no/~ | ehr/emr/epr no/id | clinic no/id | clinical
    record no/~ | case notes no | inpatient/outpatient no/id | in/out patient no/id | hospital ur/unit no | unit record | unit record no |
    krankenhausnummer | krankenhaus nr | patient med rec no/~ | paciente con expediente/historia/historial clinico/clinica/medico/medica/~ n/no/numero/~ | kartoteki pacjenta | no kartoteki pacjenta/~ | kartoteka pacjenta/~ | historia choroby | historii choroby | karta choroby | pasientnummer | pasient id/no | potilasnumero | potilastunnus | patientjournal | patientjournal no | pasientjournal | номер медкарты | медицинская карта | история болезни | 病历号 | 患者番号 | カルテ番号 | 환자번호 | expediente del/de la/~ paciente`,
  /** Files of anything: a patient's only where something speaks of medicine. */
  caseFile: `numero/no/n/num/nr de/du/~ dossier | dossier n/no/numero/nr | dossiernummer | dossiernr | aktennummer |
    akten nr | fallnummer | fall nr | fallnr | unit no/number | chart | charts | health card | health card
    no/number  | admission no/number/id | visit no/number/id | file number |
    episode no/number | aufnahmenummer | cartella no | mr | hc | numero di/della/~ cartella | hn | hn no | chart id | record no/id | urn | ur no | akte | akte no | historia | journalnummer | journalnr | journal no`,
  /** Whose a number is, and not what it is. */
  person: 'patient | patiente | patientin | paciente | paziente | utente',
} as const

/** What stands before the numbers of licences to drive. */
export const LICENCE_WORDS = {
  licence: `lisencia/licensia/lisensia/lizencia de/para conducir/manejo/manejar no/~ | permis de cond no/~ | numero/n/no/num/ref de/~ mon/son/ton/votre/notre/leur permis de/~ conduire/conduite/~ | numero/n/no/num de mi/su/tu licencia/carnet/permiso de/~ conducir/manejo/~ | nzdl no/~ | cnh registro/registo no/~ | lic/licencia fed/federal de/~ conductor no/~ | aldl no/~ | akdl no/~ | azdl no/~ | ardl no/~ | cadl no/~ | codl no/~ | ctdl no/~ | fldl no/~ | gadl no/~ | hidl no/~
    | iadl no/~ | ildl no/~ | ksdl no/~ | kydl no/~ | ladl no/~ | madl no/~ | mddl no/~ | midl no/~ | mndl no/~ | modl no/~
    | msdl no/~ | mtdl no/~ | ncdl no/~ | nddl no/~ | nedl no/~ | nhdl no/~ | njdl no/~ | nmdl no/~ | nvdl no/~ | nydl no/~
    | ohdl no/~ | okdl no/~ | padl no/~ | ridl no/~ | scdl no/~ | sddl no/~ | tndl no/~ | txdl no/~ | utdl no/~ | vadl no/~
    | vtdl no/~ | wadl no/~ | widl no/~ | wvdl no/~ | wydl no/~
    | driver/drivers s/~ license/licence client id no/~ | my/his/her/your/ur/their lisence/lisense/liscence/liscense/licens/lic no/~
    | my/his/her/your/ur/their/our/its license/licence | my/his/her/your provisional | oln | oln no | dln | dln
    no | licence/license photocard/card no/~ | photocard licence/license | fs nr |
    suspended/valid/full/uk/us/clean/current/revoked licence/license | operator licence/license no/~ | license
    is | driver s license | drivers license | driver license | driver s licence | drivers licence | driver
    licence | driver s license number | drivers license number | driver license number | driver s licence
    number | driver s license no | drivers license no | driver license no | driving licence | driving licence
    number | driving licence no | driving license | driving license number | driving license no | dl | dl
    number | dl no | dl num | cdl | license number | licence number | licence no | license no | driverslicense
    | driverlicense | drivinglicence | driverslicensenumber | dvla | dva ni | permis de conduire | numero de permis |
    permis n | permis no | numero de permis de conduire | no de permis | no de permis de conduire | permis |
    fuhrerschein | fuhrerscheinnummer | fuhrerschein nr | licencia de conducir | numero de licencia | licencia
    de manejo | licencia n | numero de licencia de conducir | licencia no | licencia | carnet de conducir |
    permiso de conducir | patente di guida | patente | numero patente | patente n | rijbewijs |
    rijbewijsnummer | carta de conducao | carteira de motorista | carta de conducao n | prawo jazdy | prawa
    jazdy | numer prawa jazdy | nr prawa jazdy | korkort | forerkort | ajokortti | ridicsky prukaz |
    carne/carnet/permiso/licencia de/~ conducir/conduccion/manejo/manejar/conductor n/no/numero/nro |
    carne/carnet/permiso/licencia de/para conducir/conduccion/manejo/manejar | carnet conducir | numero de/del
    carnet/carne/permiso de/~ conducir | permis de conduire/conduite n/no/numero/~ | numero/n/no du/de permis
    de conduire/~ | numero de mon permis | fuhrerschein nummer/n | fuhrerscheins | fuhrerausweis |
    fuhrerausweisnummer | lenkerberechtigung | patente di guida n/numero/nr | numero della/di patente di/~
    guida/~ | patente b | carta de conducao numero/nr | numero da carta de conducao | cnh | habilitacao |
    rijbewijs nummer/nr | rijbewijsnr | driver s/~ licence/license nr/num/id | driver/drivers/driving
    licence/license nr/num/id | driving permit | dl nr/id | dlnumber | licence/license num/nr/id |
    driver/drivers lic | drivers lic no | driver lic | operator s license | operators license | d l | d l no |
    driver s lic no/~ | driver/drivers lic no | drv/drvr lic/license/licence no/~ | drv s lic no/~ |
    provisional/provisonal licence/license no/~ | learner/learners permit/licence/license no/~ | learner s
    permit/licence/license no/~ | operator/operators license/licence/lic no/~ | operator s license/licence no
    | fahrerlaubnis | fahrerlaubnis no | fahrausweis | korekort | korekort no | korekortnummer | forerkort no
    | forerkortnummer | korkort no | korkortsnummer | ajokortin numero | vodicsky preukaz | cislo ridicskeho
    prukazu | permis de conducere | vozacka dozvola | vozniska dovoljenje | vezetoi engedely | juhiluba |
    ehliyet | ehliyet no | surucu belgesi | водительское удостоверение | водительские права | права no |
    licenca de conducao | licencia federal de conductor | permesso di guida | carne de motorista | licence de
    conduire | driver/drivers/driving/motorist/motorists/chauffeur/chauffeurs/operator/operators/oper s/~
    lic/lics/licence/license/licences/lisence/lisense/liscence/liscense/licens/licsense no/id/card/~ no/~ |
    drv/drvr/dvr/dr lic/licence/license no/id/~ | driver/drivers/driving/learner/learners s/~ permit no/id/~ |
    licence/license/lic to drive no/~ | commercial driver/drivers/driving s/~ lic/licence/license no/~ |
    commercial/cdl/hgv/lgv/pcv/motorcycle/car/photocard/provisional/learner/paper/eu/international
    licence/license no/~ | dl id/card no/~ | dl lic/license/licence no/~ | cdl no/id/~ | dlno | dlnum |
    driverlic | driverlicno | driverslicno | drvlic | drivlic | driver/drivers/driving lic/licence/license
    card/photocard/document/doc no/id/~ | numero/n/no/num/ref du/de/d/mon/son/votre/~ permis de/~
    conduire/conduite/~ no/~ | permis de/~ conduire/conduite/conducteur no/~ | permis de conduire/~ b/~ no |
    permis conduire | permis b | lic/licencia/licencias/carnet/carne/permiso/brevete/libreta/pase/registro
    de/para/~ conducir/conduccion/manejo/manejar/conductor/conductora/chofer/motorista/automovilista no/n/~ |
    no/numero/n/num de/del/de/~ la/~ licencia/lic/carnet/carne/permiso/brevete de/para/~
    conducir/conduccion/manejo/manejar/conductor/chofer/~ | licencia/lic
    federal/estatal/nacional/digital/federal de/del/~ conducir/conductor/manejo/~ no/~ | no/numero/num
    licencia/lic/carnet/permiso/brevete | brevete | fuehrerschein no/~ | fuehrerscheins | fuehrerscheinnummer
    | fuehrerscheinnr | fuehrerausweis no/~ | fuehrerausweisnummer | fuhrerscheinnr | fuhrerausweis no |
    fuhrerausweisnr | eu/karten/kartenfuhrerschein fuhrerschein/fuehrerschein no/~ | kartenfuhrerschein no/~ |
    fahrerlaubnisnummer | fahrerlaubnisnr | lenkberechtigung no/~ | fahrausweis no | no
    des/vom/meines/seines/ihres/~ fuhrerscheins/fuhrerschein/fuehrerscheins/fuehrerschein | fs no | fsnr |
    fahrerlaubnis klasse | no der fahrerlaubnis | patente/pat di/~ guida no/n/~ | no/numero/n della/di/~
    mia/sua/~ patente/pat di/~ guida/~ | patente no | patenti di guida | rijbewijs no/~ | rijbewijsnummers |
    no van het/mijn/~ rijbewijs | rijbewijzen | prawo/prawa/prawem/prawu jazdy no/~ | no/numer
    mojego/jego/jej/dokumentu/~ prawa jazdy | pr jazdy no/~ | carta/carteira/licenca/titulo de/~
    conducao/conduzir/motorista/habilitacao/condutor no/n/~ | no/numero da/de/~ minha/~
    carta/carteira/licenca/habilitacao de/~ conducao/conduzir/motorista/habilitacao/~ | cnh no/~ | cnh no
    de/do/~ registro/registo | registro/registo da/de/~ cnh no/~ | no de registro cnh | no de/do registro da
    cnh | no da/de/~ cnh | no da habilitacao | carteira nacional de habilitacao no/~ | korkort no/~ | korkorts
    no/~ | korkortet | korkortet no | korkortnummer | korkortsnr | korkortsnumret | mitt/ditt/hans/hennes
    korkort no/~ | korekort no/~ | korekortet no/~ | korekortsnummer | korekortnr | forerkort no/~ |
    forerkortnr | forerkortets no | ajokortti no/~ | ajokorttinumero | ajokortin no | ajokorttini | ridicskeho
    prukazu no/~ | ridicsky prukaz no/~ | cislo ridicaku | ridicak | vodicskeho preukazu | cislo vodicskeho
    preukazu | jogositvany | vezetoi engedely szama/szam/~ | jogositvany szama | permis de conducere
    nr/seria/~ | permisul de conducere | seria permis | vozacke dozvole | broj vozacke dozvole | vozacka |
    vozniskega dovoljenja | stevilka vozniskega dovoljenja | juhiloa no/~ | juhiluba no | vaditaja
    apliecibas/aplieciba no/~ | vairuotojo pazymejimo/pazymejimas no/~ | ceadunas tiomana | ehliyet numarasi/~
    | surucu belgesi no/numarasi/~ | αδεια οδηγησης | δίπλωμα οδήγησης | διπλωμα οδηγησης | водительского
    удостоверения | номер водительского удостоверения | посвідчення водія | посвiдчення водiя | шофьорска
    книжка | возачка дозвола | 運転免許証 | 運転免許証番号 | 運転免許番号 | 免許証番号 | 驾驶证 | 驾驶证号 | 驾驶证号码 | 驾照 | 驾照号码 | 駕駛執照 | 운전면허
    | 운전면허번호 | 운전면허증`,
  /** For anything: to drive only where something speaks of it. */
  anyLicence:
    'fs | daq | licensee | license | licence | licenses | licences | lic | lic no | lisence | lisense | liscence | liscense | licens | lisence/lisense/liscence/liscense/licens no | driver/drivers no | driver s no',
} as const
