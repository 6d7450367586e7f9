import { type Area, type Language, localText } from './area.ts'
import { type Jurisdiction, findJurisdiction } from './jurisdiction.ts'

/** Said once in a conversation that has guidance of an area. */
export const DISCLAIMERS: Readonly<Record<Language, string>> = {
  en: 'This is general information, not advice from a lawyer, accountant or other professional, and no such relationship arises from it. Rules differ by place and change; check the current official text, and ask a professional before acting where something important or a deadline depends on it.',
  fr: 'Ceci est une information générale, et non le conseil d’un avocat, d’un comptable ou d’un autre professionnel ; aucune relation de ce type n’en résulte. Les règles varient selon le lieu et changent ; vérifiez le texte officiel en vigueur et consultez un professionnel avant d’agir si un enjeu important ou un délai en dépend.',
  es: 'Esto es información general, no el consejo de un abogado, contador u otro profesional, y no crea ninguna relación de ese tipo. Las reglas varían según el lugar y cambian; compruebe el texto oficial vigente y consulte a un profesional antes de actuar si de ello depende algo importante o un plazo.',
}

export interface GuidanceTexts {
  readonly one: (name: string) => string
  readonly several: (names: string) => string
  /** Above the notes. */
  readonly treaties: string
  /** How a country's or union's levels of law relate, by its id. */
  readonly levels: Readonly<Record<string, string>>
}

/** Applies if each group includes one of the places. A country counts for its parts, the EU for its members. */
export interface TreatyNote {
  readonly groups: readonly (readonly string[])[]
  readonly text: Readonly<Record<Language, string>>
}

export const GUIDANCE_TEXTS: Readonly<Record<Language, GuidanceTexts>> = {
  en: {
    one: (name) =>
      `Jurisdiction: ${name}. Answer for its law first and say so. Where a rule, amount or deadline may have changed or you are not sure of it, say that the current official text must be checked. Do not carry over rules of other places.`,
    several: (names) =>
      `Jurisdictions: ${names}. Compare them: say first whose law and courts are likely to apply and why (agreement of the parties, where people live, where it happened, where assets are), then set the rules side by side point by point, name real differences and deadlines in each, and say what a judgment or document from one is worth in the other. Do not mix their rules, and mark what must be checked in the current text.`,
    treaties: 'Between these places, consider (check that it is in force for both and covers the matter):',
    levels: {
      US: 'In the United States much of private law is state law; say what is federal and what is of the state, and ask for the state where it matters.',
      CA: 'In Canada criminal law and divorce are federal, while property and civil rights are provincial; Quebec has civil law, the other provinces common law.',
      MX: 'In Mexico federal and state law stand side by side; civil and family matters are mostly of the states, while commercial, labour and tax matters are largely federal.',
      EU: 'EU law comes first where it applies: regulations apply directly, directives through national law. Then give the national law of the member state.',
      UK: 'The United Kingdom has three legal systems: England and Wales, Scotland, and Northern Ireland; say which one an answer is for.',
      AU: 'In Australia some matters are Commonwealth law (family, immigration, most corporate law) and others are law of the state or territory; say which.',
    },
  },
  fr: {
    one: (name) =>
      `Juridiction : ${name}. Répondre d’abord selon son droit et le préciser. Si une règle, un montant ou un délai a pu changer ou reste incertain, dire qu’il faut vérifier le texte officiel en vigueur. Ne pas transposer les règles d’autres lieux.`,
    several: (names) =>
      `Juridictions : ${names}. Les comparer : dire d’abord quel droit et quels tribunaux s’appliquent probablement et pourquoi (accord des parties, domicile, lieu des faits, lieu des biens), puis présenter les règles côte à côte, point par point, avec les vraies différences et les délais de chacune, et dire ce que vaut dans l’une un jugement ou un acte de l’autre. Ne pas mélanger leurs règles et signaler ce qu’il faut vérifier dans le texte en vigueur.`,
    treaties:
      'Entre ces lieux, envisager (vérifier que le texte est en vigueur des deux côtés et couvre la matière) :',
    levels: {
      US: 'Aux États-Unis, une grande partie du droit privé relève des États ; distinguer le droit fédéral de celui de l’État et demander l’État lorsque cela compte.',
      CA: 'Au Canada, le droit criminel et le divorce sont fédéraux, la propriété et les droits civils provinciaux ; le Québec est de droit civil, les autres provinces de common law.',
      MX: 'Au Mexique, droit fédéral et droit des États coexistent ; le civil et la famille relèvent surtout des États, le commerce, le travail et l’impôt largement de la fédération.',
      EU: 'Le droit de l’Union prime lorsqu’il s’applique : les règlements directement, les directives par le droit national. Donner ensuite le droit national de l’État membre.',
      UK: 'Le Royaume-Uni compte trois systèmes juridiques : Angleterre et pays de Galles, Écosse, Irlande du Nord ; préciser lequel est visé.',
      AU: 'En Australie, certaines matières sont fédérales (famille, immigration, l’essentiel du droit des sociétés), d’autres relèvent de l’État ou du territoire ; le préciser.',
    },
  },
  es: {
    one: (name) =>
      `Jurisdicción: ${name}. Responde primero según su derecho y dilo. Si una regla, un importe o un plazo puede haber cambiado o no es seguro, di que hay que comprobar el texto oficial vigente. No traslades reglas de otros lugares.`,
    several: (names) =>
      `Jurisdicciones: ${names}. Compáralas: di primero qué derecho y qué tribunales se aplican probablemente y por qué (acuerdo de las partes, domicilio, lugar de los hechos, lugar de los bienes), luego pon las reglas lado a lado, punto por punto, con las diferencias reales y los plazos de cada una, y di qué vale en una una sentencia o un documento de la otra. No mezcles sus reglas y señala lo que hay que comprobar en el texto vigente.`,
    treaties: 'Entre estos lugares, considera (comprueba que esté en vigor para ambos y cubra la materia):',
    levels: {
      US: 'En Estados Unidos gran parte del derecho privado es estatal; distingue lo federal de lo estatal y pregunta por el estado cuando importe.',
      CA: 'En Canadá el derecho penal y el divorcio son federales, y la propiedad y los derechos civiles, provinciales; Quebec es de derecho civil, las demás provincias de common law.',
      MX: 'En México conviven el derecho federal y el estatal; lo civil y lo familiar es sobre todo estatal, y lo mercantil, laboral y fiscal, en gran parte federal.',
      EU: 'El derecho de la Unión va primero cuando se aplica: los reglamentos directamente, las directivas a través del derecho nacional. Después, el derecho nacional del Estado miembro.',
      UK: 'El Reino Unido tiene tres sistemas jurídicos: Inglaterra y Gales, Escocia, e Irlanda del Norte; di cuál es.',
      AU: 'En Australia unas materias son federales (familia, inmigración, la mayor parte del derecho de sociedades) y otras del estado o territorio; dilo.',
    },
  },
}

const NORTH_AMERICA = ['US', 'CA', 'MX']

export const TREATY_NOTES: readonly TreatyNote[] = [
  ...pairs(NORTH_AMERICA).map((groups) => ({
    groups,
    text: {
      en: 'Trade, customs, investment and cross-border services: the agreement between the United States, Mexico and Canada (USMCA, called CUSMA in Canada and T-MEC in Mexico); it does not govern ordinary private disputes.',
      fr: 'Commerce, douanes, investissement et services transfrontaliers : l’accord Canada–États-Unis–Mexique (ACEUM ; USMCA, T-MEC) ; il ne régit pas les litiges privés ordinaires.',
      es: 'Comercio, aduanas, inversión y servicios transfronterizos: el tratado entre México, Estados Unidos y Canadá (T-MEC; USMCA, CUSMA); no rige los litigios privados ordinarios.',
    },
  })),
  {
    groups: [['EU'], ['EU']],
    text: {
      en: 'Between EU member states: EU regulations on jurisdiction and recognition of judgments (Brussels I recast; Brussels IIb for divorce and children), applicable law (Rome I and II) and successions take the place of most treaties; Denmark and Ireland stand apart in some of them.',
      fr: 'Entre États membres de l’UE : les règlements sur la compétence et la reconnaissance des décisions (Bruxelles I bis ; Bruxelles II ter pour le divorce et les enfants), la loi applicable (Rome I et II) et les successions remplacent la plupart des traités ; le Danemark et l’Irlande font exception pour certains.',
      es: 'Entre Estados miembros de la UE: los reglamentos sobre competencia y reconocimiento (Bruselas I bis; Bruselas II ter para divorcio y menores), ley aplicable (Roma I y II) y sucesiones sustituyen a la mayoría de los tratados; Dinamarca e Irlanda quedan fuera de algunos.',
    },
  },
  {
    groups: [['US'], ['US']],
    text: {
      en: 'Between US states: full faith and credit for judgments, and uniform acts that most states have adopted, such as those on child custody jurisdiction and interstate family support.',
      fr: 'Entre États américains : reconnaissance des jugements (full faith and credit) et lois uniformes adoptées par la plupart des États, par exemple sur la compétence en matière de garde et les pensions alimentaires.',
      es: 'Entre estados de EE. UU.: reconocimiento de sentencias (full faith and credit) y leyes uniformes que la mayoría ha adoptado, por ejemplo sobre competencia en custodia y pensiones alimenticias.',
    },
  },
  {
    groups: [['UK'], ['EU']],
    text: {
      en: 'United Kingdom and EU: the Withdrawal Agreement (rights of people who had moved before the end of 2020, Northern Ireland) and the Trade and Cooperation Agreement; EU rules on courts and judgments no longer apply to new cases, so look to the Hague Conventions and national law.',
      fr: 'Royaume-Uni et UE : l’accord de retrait (droits des personnes installées avant la fin de 2020, Irlande du Nord) et l’accord de commerce et de coopération ; les règles de l’UE sur les tribunaux et les jugements ne valent plus pour les nouvelles affaires : voir les conventions de La Haye et le droit national.',
      es: 'Reino Unido y UE: el Acuerdo de Retirada (derechos de quienes se habían trasladado antes de acabar 2020, Irlanda del Norte) y el Acuerdo de Comercio y Cooperación; las reglas de la UE sobre tribunales y sentencias ya no valen para asuntos nuevos: véanse los Convenios de La Haya y el derecho nacional.',
    },
  },
  {
    groups: [['CA'], ['EU']],
    text: {
      en: 'Canada and EU: the Comprehensive Economic and Trade Agreement (CETA), applied provisionally in large part.',
      fr: 'Canada et UE : l’accord économique et commercial global (AECG/CETA), en grande partie appliqué à titre provisoire.',
      es: 'Canadá y UE: el Acuerdo Económico y Comercial Global (CETA), en gran parte aplicado provisionalmente.',
    },
  },
  {
    groups: [['US'], ['EU', 'UK']],
    text: {
      en: 'Personal data sent to the United States: check the current transfer framework (EU–US Data Privacy Framework and its UK extension) or another basis such as standard clauses.',
      fr: 'Données personnelles envoyées aux États-Unis : vérifier le cadre de transfert en vigueur (cadre de protection des données UE–États-Unis et son extension britannique) ou une autre base, comme les clauses types.',
      es: 'Datos personales enviados a Estados Unidos: comprobar el marco vigente (Marco de Privacidad de Datos UE–EE. UU. y su extensión británica) u otra base, como las cláusulas tipo.',
    },
  },
  ...pairs(['US', 'CA', 'MX', 'EU', 'UK', 'AU'], true).map((groups) => ({
    groups,
    text: {
      en: 'Across countries: Hague Conventions (child abduction, service of documents, taking of evidence, apostille, adoption), the New York Convention for arbitral awards, the Vienna Convention (CISG) for sales of goods between businesses where both are parties (the United Kingdom is not), and the double-taxation and social-security agreements of the two countries.',
      fr: 'Entre pays : conventions de La Haye (enlèvement d’enfants, notification, obtention de preuves, apostille, adoption), convention de New York pour les sentences arbitrales, convention de Vienne (CVIM) pour la vente de marchandises entre entreprises lorsque les deux pays y sont parties (le Royaume-Uni ne l’est pas), et conventions bilatérales de double imposition et de sécurité sociale.',
      es: 'Entre países: Convenios de La Haya (sustracción de menores, notificación, obtención de pruebas, apostilla, adopción), Convención de Nueva York para laudos arbitrales, Convención de Viena (CISG) para la compraventa entre empresas si ambos países son parte (el Reino Unido no lo es), y los convenios bilaterales de doble imposición y de seguridad social.',
    },
  })),
]

/** Each two of them as groups; with `same`, also two members of the EU. */
function pairs(ids: readonly string[], same = false): readonly (readonly (readonly string[])[])[] {
  const different = ids.flatMap((first, index) => ids.slice(index + 1).map((second) => [[first], [second]]))
  return same ? [...different, [['EU'], ['EU']]] : different
}

/** What to tell the model about the places a question is for: one is focus, several are compared. Empty for none. */
export function jurisdictionGuidance(ids: readonly string[], language: Language): string {
  const places = withoutImplied(ids.flatMap((id) => findJurisdiction(id) ?? []))
  const texts = GUIDANCE_TEXTS[language]
  const [first] = places
  if (!first) return ''
  if (places.length === 1)
    return [texts.one(fullName(first, language)), ...levels(places, language)].join('\n')
  // One text may hold for several pairs.
  const notes = new Set(
    TREATY_NOTES.filter((note) => applies(note, places)).map((note) => note.text[language]),
  )
  const names = places.map((place) => fullName(place, language))
  const head = texts.several(names.join(', '))
  const list = notes.size === 0 ? [] : [texts.treaties, ...[...notes].map((note) => `- ${note}`)]
  return [head, ...levels(places, language), ...list].join('\n')
}

/** Each once, and none whose part is named too: `US` and `US-CA` is California, `EU` and `FR` is France. */
function withoutImplied(places: readonly Jurisdiction[]): readonly Jurisdiction[] {
  const unique = [...new Map(places.map((place) => [place.id, place])).values()]
  return unique.filter(({ id }) => !unique.some(({ parent }) => parent === id))
}

function fullName({ names, parent, kind }: Jurisdiction, language: Language): string {
  const above = kind === 'member' || parent === undefined ? undefined : findJurisdiction(parent)
  return above ? `${names[language]} (${above.names[language]})` : names[language]
}

/** What is above or below each place: federal and state law, union and national law. */
function levels(places: readonly Jurisdiction[], language: Language): readonly string[] {
  const texts = GUIDANCE_TEXTS[language]
  const systems = new Set(places.map(({ id, parent }) => parent ?? id))
  return [...systems].flatMap((system) => texts.levels[system] ?? [])
}

/** A note holds where every one of its groups has a place. */
function applies({ groups }: TreatyNote, places: readonly Jurisdiction[]): boolean {
  const used = new Set<string>()
  return groups.every((group) => {
    const match = places.find(
      ({ id, parent }) =>
        !used.has(id) && (group.includes(id) || (parent !== undefined && group.includes(parent))),
    )
    if (match) used.add(match.id)
    return match !== undefined
  })
}

export interface GuidanceRequest {
  /** In output order. */
  readonly areas: readonly Area[]
  /** Ids such as `US-CA`; those that are not known are left out. */
  readonly jurisdictions: readonly string[]
  readonly language: Language
}

const HEADS: Readonly<Record<Language, string>> = {
  en: 'Guidance for the areas this is about. Use what fits the question; the user’s own words come first.',
  fr: 'Repères pour les domaines concernés. Utiliser ce qui convient à la question ; les mots de l’utilisateur priment.',
  es: 'Pautas para los ámbitos de que se trata. Usa lo que convenga a la pregunta; las palabras del usuario van primero.',
}

/** The text for the prompt: the same for the same areas and places, and empty where there are none. */
export function renderGuidance({ areas, jurisdictions, language }: GuidanceRequest): string {
  const parts = areas.flatMap((area) => {
    const guidance = localText(area.guidance, language)
    const name = localText(area.name, language) ?? area.id
    return guidance === undefined ? [] : [`## ${name}\n${guidance}`]
  })
  const places = jurisdictionGuidance(jurisdictions, language)
  const all = [...parts, ...(places === '' ? [] : [places])]
  return all.length === 0 ? '' : [HEADS[language], ...all].join('\n\n')
}
