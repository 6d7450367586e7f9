/** What stands before numbers that states and clinics give to people. */
export const IDENTITY_WORDS = {
  ssn: `s s n | s s number | s s no | ss card | ssn | ssns | social security | social security number | social security no | social security num | social sec
    | soc sec | soc sec no | soc | social | socialsecuritynumber | social security card | ss number | ss no | ss
    | numero de seguro social | seguro social | numero de seguridad social | ssa | last social
    | numero de securite sociale americain | us sozialversicherungsnummer | tin ssn | ssn tin`,
  itin: `itin | itin number | individual taxpayer identification number | individual taxpayer id | individual tax id
    | taxpayer identification number | taxpayer id | w 7 | numero de identificacion personal del contribuyente
    | numero itin | itin no | tax id itin`,
  sin: `sin | s i n | social ins | social ins no | social ins number | social ins num | canadian sin | sin number | sin no | sin card | social insurance | social insurance number | social insurance no | nas
    | numero d assurance sociale | assurance sociale | socialinsurancenumber | no d assurance sociale`,
  nino: `nino | n i | n i number | n i no | ni num | nat insurance | nat insurance number | nat ins number | national ins | national ins no | national ins number | nat ins num | ni number | ni no | national insurance | national insurance number | national insurance no | nin
    | nat ins | nat ins no | ni | insurance number | nationalinsurancenumber`,
  nhs: `n h s | n h s number | n h s no | nhs | nhs number | nhs no | nhs num | nhs id | nhsnumber | national health service number | nhs nr | numero nhs`,
  curp: 'c u r p | curp | clave unica de registro de poblacion | clave unica',
  rfc: 'r f c | rfc | registro federal de contribuyentes | rfc con homoclave | homoclave | clave de rfc',
  passport: `passport | passport no | passport number | passport num | passport nr | passport id | passportno
    | passportnumber | passport card | passeport | numero de passeport | passeport no | passeport n | no de passeport
    | n de passeport | reisepass | reisepassnummer | reisepass nr | pass nr | passnummer | passnr | pasaporte
    | numero de pasaporte | pasaporte no | pasaporte n | no de pasaporte | nro de pasaporte | passaporto
    | numero di passaporto | numero passaporto | passaporto n | paspoort | paspoortnummer | paspoortnr | passaporte
    | numero do passaporte | numero de passaporte | paszport | numer paszportu | paszportu | nr paszportu | seria paszportu
    | pas | pasnummer | passi | passinumero | pasport | cestovni pas | cislo pasu | pasaport | utlevel | travel document`,
  licence: `my license | my licence | his license | her license | license is | driver s license | drivers license | driver license | driver s licence | drivers licence | driver licence
    | driver s license number | drivers license number | driver license number | driver s licence number
    | driver s license no | drivers license no | driver license no | driving licence | driving licence number
    | driving licence no | driving license | driving license number | driving license no | dl | dl number | dl no
    | dl num | cdl | license number | licence number | licence no | license no | driverslicense | driverlicense
    | drivinglicence | driverslicensenumber | dvla | permis de conduire | numero de permis | permis n | permis no
    | numero de permis de conduire | no de permis | no de permis de conduire | permis | fuhrerschein
    | fuhrerscheinnummer | fuhrerschein nr | licencia de conducir | numero de licencia | licencia de manejo | licencia n
    | numero de licencia de conducir | licencia no | licencia | carnet de conducir | permiso de conducir | patente di guida | patente
    | numero patente | patente n | rijbewijs | rijbewijsnummer | carta de conducao | carteira de motorista
    | carta de conducao n | prawo jazdy | prawa jazdy | numer prawa jazdy | nr prawa jazdy | korkort | forerkort | ajokortti
    | ridicsky prukaz`,
  medical: `mrn | patient record | patient file | patient code | patient mrn | hospital mrn | n patient | num patient | n historia clinica | mrns | mrn no | mrn number | medical record | medical record number | medical record no | medical rec
    | medical records number | med rec | med rec no | med record | patient id | patient ids | patient no | patient number
    | patient nr | patientid | patient identifier | patient identification number | pat id | hospital number | hospital no
    | hospital id | chart | chart number | chart no | chart id | health record | health record number | ehr id | emr id
    | medicalrecordnumber | medicalrecord | unit number | dossier medical | numero de dossier | dossier patient
    | numero de dossier medical | dossier medical n | numero de patient | identifiant patient | ipp | no de dossier
    | dossier patient n | patient n | n de dossier | historia clinica | numero de historia clinica | numero de historia | nhc
    | n de historia clinica | expediente clinico | expediente medico | numero de expediente clinico | paciente id
    | id paciente | id del paciente | numero de paciente | patientennummer | patienten nr | patientennr | patienten id
    | krankenaktennummer | patientenakte | fallnummer | aktennummer | cartella clinica | numero cartella clinica
    | cartella clinica n | id paziente | codice paziente | patientnummer | patientnr | dossiernummer
    | medisch dossier | prontuario | numero do prontuario | processo clinico | numer pacjenta | id pacjenta
    | karta pacjenta | nr pacjenta | health card | accession | encounter id`,
} as const
