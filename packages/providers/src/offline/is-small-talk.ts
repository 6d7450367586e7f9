/** What a greeting, thanks or a farewell begins with, in the languages that are most likely. */
const COURTESIES = words(`
  hello hi hey hiya greetings morning evening welcome thanks thank thx ty cheers bye goodbye ok okay yes yep no nope
  good great nice perfect excellent wonderful super cool awesome brilliant sorry bravo
  merci bonjour bonsoir salut coucou parfait oui non d'accord
  gracias muchas hola adiós vale perfecto buenos buenas sí
  danke vielen hallo tschüss guten servus grazie ciao prego obrigado obrigada olá bedankt dank`)

/** What may stand behind it and still asks for nothing. */
const FILLERS = words(`
  a again all and at day done everyone everything for friend friends from have help helped helpful i is it it's its job
  just later luck lot lots lovely morning afternoon evening night much now of really see so soon that that's thats the
  then there this to tomorrow too very was weekend well with work you your
  à aide beaucoup bien bonne bonsoir c'est de journée la le les pour soirée tout très vous votre tu ton
  ayuda días día eso es esto hasta luego más muchas mucho noches por tardes todo tu muy bien
  abend auf das dir die gut herzlich ihnen für hilfe ist morgen nacht schön schönen sehr tag vielen war wiedersehen`)

/** Asked out of politeness. */
const POLITE_QUESTION =
  /\b(?:how are you(?: doing)?(?: today)?|how's it going|what's up|(?:comment )?(?:ça|ca) va|cómo estás|qué tal|wie geht's|wie geht es dir)\s*\?*/giu

/** More words than these say something. */
const MOST_WORDS = 12

/** Whether a message greets, thanks or takes leave, and asks for nothing. */
export function isSmallTalk(message: string): boolean {
  const rest = message.toLowerCase().replaceAll('’', "'").replace(POLITE_QUESTION, ' ')
  const said = rest.match(/[\p{L}\p{N}']+/gu) ?? []
  const [first] = said
  return (
    first !== undefined &&
    !/[?¿]/.test(rest) &&
    said.length <= MOST_WORDS &&
    COURTESIES.has(first) &&
    said.every((word) => COURTESIES.has(word) || FILLERS.has(word))
  )
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
