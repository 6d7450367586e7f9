import type { Language } from '../area.ts'
import { ENGLISH_EVERYDAY, ENGLISH_IDLE_CUES } from './english.ts'
import { FRENCH_EVERYDAY, FRENCH_IDLE_CUES } from './french.ts'
import { SPANISH_EVERYDAY, SPANISH_IDLE_CUES } from './spanish.ts'

/** What people say when they have a matter to settle, whatever it is about. */
export const MATTER_CUES: Readonly<Record<Language, readonly string[]>> = {
  en: split(`
      can they do that | can he do that | can she do that | can i get | can i be | can they | can he |
      can she | can my | can our | can we | could i | am i | are they allowed | is he allowed |
      is that allowed | is this allowed | allowed to | is it legal | is this legal | is that legal |
      legally | legal | lawyer | sue | do i have to | do we have to | do i need | do we need | have to pay |
      what can i do | what can we do | what should i do | what should we do | what are my | what rights |
      my rights | my options | how do i stop | how do we stop | how do i get | how do i fight |
      how do i prove | how should we | how do we | who pays | who is responsible | responsible | liable |
      entitled | owe | owes | refuses | refuse | refused | refusing | wont | threatened | threatens |
      threatening | denied | complained | complaint | claim | compensation | without telling |
      without asking | without notice | without my | supposed to | is that right | is this right |
      is it too late | too late to | deadline | report this | fight this | against me | against us |
      against them | our company | our business | our team | our customers | our clients | our staff |
      our employees | our suppliers | our competitors | my company | my business | my employer | my boss |
      my landlord | where do i start | where do we start | how much can | signed | they say | he says |
      she says | says i | says that | told me | wants me to | keeps | stopped paying | not paying |
      business | firm | customers | clients | employees | staff | supplier | manager | owner | we need |
      we want to | our | afford | is there a way | what happens if | can i still | is it worth |
      how long do i | options | forced | illegal | fault | ended up | insists | agreed | contract | pay |
      paid | stole | stolen | robbed | broke into | smashed | leaks | vanished | disappeared | damaged |
      injured | hurt me | fell on | lied to | cheated | tricked | scammed | never came | never arrived |
      never delivered | no longer | doesnt work | stopped working | changed the locks | kicked out |
      threw out | sent away | send me away | turned away | forbids | banned | blocked | seized | fined |
      accused | arrested | unfair | got worse | owes me | too slow | too expensive | raised prices |
      who decides | is that possible | is it possible | where do i pay | what must we | what happens when |
      does it change | should we | do we need to | how can we | how do i tell | may a | may i | may they |
      by law | against the law | ignores | ignored | gone | without paying | lost my | sued | wants us to |
      wants another
  `),
  fr: split(`
      est ce legal | legal | illegal | ai je le droit | ont ils le droit | a t il le droit |
      a t elle le droit | le droit de | droit a | mes droits | que puis je faire | que faire |
      que pouvons nous | puis je | peut il | peut elle | peut on | peuvent ils | dois je | devons nous |
      suis je oblige | oblige | quel recours | quels recours | recours | contester | reclamer |
      porter plainte | avocat | tribunal | responsable | qui paie | refuse | refusent | ne veut pas |
      ne veulent pas | ne repond | ne paie | menace | sans prevenir | sans mon accord | sans autorisation |
      delai | indemnisation | dommages | a qui demander | est ce vrai | est ce normal | comment faire |
      comment obtenir | comment prouver | notre entreprise | notre societe | nos clients | nos equipes |
      nos salaries | nos fournisseurs | nos concurrents | mon entreprise | mon employeur | mon patron |
      mon proprietaire | par ou commencer | comment ameliorer | comment reduire | signe | on me dit |
      il dit que | elle dit que | ils disent | on m a | notre | nos | clients | equipe | fournisseur |
      patron | proprietaire | nous devons | nous voulons | que se passe t il si | est il possible | force |
      sans payer | payer | paie | contrat | toujours pas | depuis des mois | casse | vole | abime | fuit |
      rame | traine | disputent | s oppose | brulee | blesse | blessee | sans me demander | sans me payer |
      c est a qui | qui doit payer | mon mot a dire | est ce que je perds | est ce que je touche | vais je |
      dois je payer | ne me rend | on m a vole | reclame | annule | refuse de | abandonne | disparu |
      interdit | interdire | menace de | accuse | en panne | plus cher | moins cher | perdre | perdu mes |
      faut il | doit on | ai je | sommes nous | comment faire pour | personne ne | injuste | a cause de |
      jamais paye | jamais recu | ne fonctionne plus | ne marche plus | s en va | frappe
  `),
  es: split(`
      es legal | ilegal | legal | tengo derecho | tienen derecho | derecho a | mis derechos |
      que puedo hacer | que hago | que podemos hacer | puedo | puede mi | pueden | me pueden | debo |
      tengo que | tenemos que | estoy obligado | obligado | como reclamo | reclamar | denunciar | demandar |
      responsable | quien paga | no quiere | no quieren | se niega | me nego | me negaron |
      no me paga | no me pagan | no contesta | amenaza | sin avisar | sin permiso | sin mi consentimiento |
      plazo | indemnizacion | es verdad | es cierto | es normal | como consigo | como pruebo |
      nuestra empresa | nuestros clientes | nuestro equipo | nuestros empleados | nuestros proveedores |
      mi empresa | mi negocio | mi jefe | mi patron | mi casero | por donde empiezo | como mejoro |
      como reducimos | como reduzco | firme | a quien le | me dicen | dice que | dicen que | me dijeron |
      nuestro | nuestra | nuestros | nuestras | clientes | equipo | proveedor | dueno | necesitamos |
      queremos | que pasa si | es posible | obligan | sin pagar | pagar | pago | contrato | desde hace |
      llevo | todavia no | rompieron | robaron | se llevaron | me rompio | danado | gotea |
      se pelean | se opone | se quemo | se cayo | herido | sin preguntarme | sin pagarme | no me los paga |
      quien debe pagar | algo que decir | pierdo | me toca | voy a perder | debo pagar | no me devuelve |
      me robaron | reclama | cancelo | se nego | abandono | desaparecio | prohibe | prohibir | amenaza con |
      me acusa | no funciona | dejo de funcionar | mas caro | mas barato | perder | se puede | hay que |
      debemos | tenemos derecho | como hacer para | nadie | injusto | por culpa de | nunca me pago |
      nunca llego | me pego | golpeo
  `),
}

/** What people say when they want something made, explained or chatted about. */
export const IDLE_CUES: Readonly<Record<Language, readonly string[]>> = {
  en: split(ENGLISH_IDLE_CUES),
  fr: split(FRENCH_IDLE_CUES),
  es: split(SPANISH_IDLE_CUES),
}

/** What small talk is about: each word by itself says little. */
export const EVERYDAY_WORDS: Readonly<Record<Language, readonly string[]>> = {
  en: split(ENGLISH_EVERYDAY),
  fr: split(FRENCH_EVERYDAY),
  es: split(SPANISH_EVERYDAY),
}

/** Small words that lean towards a matter: who has one tells of others, of time and of what must be done. */
export const MATTER_SIGNS: Readonly<Record<Language, readonly string[]>> = {
  en: split(`
      we | they | he | she | them | him | us | wants | wants to | told | took | company | companies | months | weeks |
      years | do we | should we | should i | how should | can a | can an | should a | does a | does an | whether |
      must | since | someone | nobody | percent | if i | if we | me to | without a | and now | i was | vs | versus |
      no | never | dont | doesnt | didnt | cant | says | after | before | last | still | every |
      back | now | my brother | my sister | my mother | my father | my dad | my mum | my mom | my son | my daughter |
      my aunt | my uncle | my neighbor | my neighbour | our neighbor | our neighbour | before we | after we | how often | how long does | do they | did they | what must
  `),
  fr: split(`
      nous | ils | elle | on m | m a | est ce | faut il | mois | ans | entreprise | societe | refuse de | depuis |
      sans | avant | saisir | demande | euros | peut | doit on | comment reduire | j ai du mal | combien de temps |
      faut | pas | jamais | mon voisin | ma voisine | mon frere | ma soeur | mon pere | ma mere | mon fils | ma fille |
      quelles obligations | quel delai | a quelle frequence
  `),
  es: split(`
      quiere | quieren | no me | me han | nos han | empresa | empresas | cliente | desde | meses | anos | conviene |
      sin | puede | podemos | pedir | tengo | tenemos | como hago | hace falta | cuanto tarda | cada cuanto |
      debemos | euros | pesos | no | nunca | mi vecino | mi vecina | mi hermano | mi hermana | mi padre | mi madre |
      mi papa | mi mama | mi hijo | mi hija | cuanto tiempo
  `),
}

/** Small words that lean towards small talk: they speak to the assistant, or ask what things are. */
export const IDLE_SIGNS: Readonly<Record<Language, readonly string[]>> = {
  en: split(`
      you | can you | explain | best | a good | what does | what is the | why | write a | tell me | give me | suggest |
      recommend | mean in | does mean | in a sentence | how do you | fun | funny | favourite | favorite
  `),
  fr: split(`
      tu | toi | quelle est | quel est | c est quoi | combien de | donne moi | ecris | fais moi | peux tu | pourquoi |
      comment dit | en quelle | trouve moi | drole
  `),
  es: split(`
      tu | ti | cual es | por que | escribe | muy | dame | haz | hazme | ponme | como se | cuantos | cuantas |
      recomiendame | que significa | divertido
  `),
}

function split(cues: string): readonly string[] {
  return cues.split('|').map((cue) => cue.trim())
}
