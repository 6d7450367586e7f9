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
