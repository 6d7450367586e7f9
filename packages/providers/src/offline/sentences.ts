export type AnswerLanguage = 'en' | 'de' | 'fr' | 'es'

interface Opening {
  readonly quotes: number
  /** The beginnings of texts, where all is asked for. */
  readonly isOverview: boolean
  readonly sources: number
  readonly areNotes: boolean
}

export interface Sentences {
  readonly whoItIs: string
  readonly asksNothing: string
  readonly cannotCalculate: string
  readonly nothingMatches: string
  readonly notInNotes: (attached: string) => string
  readonly andMore: (count: number) => string
  readonly opening: (opening: Opening) => string
}

const many = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`

/** All that the offline model says in words of its own, in the language of the question. */
export const SENTENCES: Readonly<Record<AnswerLanguage, Sentences>> = {
  en: {
    whoItIs: 'Offline: it quotes what fits best from your notes. It is no language model.',
    asksNothing:
      'This is the offline model, and no language model. It quotes what your notes say: ask about something in them. For anything else, connect a model.',
    cannotCalculate:
      'The offline model doesn’t calculate; it only quotes your notes. Connect a model for this.',
    nothingMatches:
      'Nothing in your notes matches this question. The offline model only quotes your notes; connect a model to ask anything else.',
    notInNotes: (attached) =>
      `Not in your notes. Attached: ${attached}. The offline model only quotes what matches; connect a model for summaries and other tasks.`,
    andMore: (count) => ` and ${count} more`,
    opening: ({ quotes, isOverview, sources, areNotes }) =>
      `${isOverview ? many(quotes, 'opening', 'openings') : many(quotes, 'passage', 'passages')} from ${areNotes ? many(sources, 'note', 'notes') : many(sources, 'source', 'sources')}, quoted word for word; no language model wrote this.`,
  },
  de: {
    whoItIs: 'Offline: zitiert, was aus Ihren Notizen am besten passt. Es ist kein Sprachmodell.',
    asksNothing:
      'Das ist das Offline-Modell und kein Sprachmodell. Es zitiert, was in Ihren Notizen steht: Fragen Sie nach etwas daraus. Verbinden Sie für alles andere ein Modell.',
    cannotCalculate:
      'Das Offline-Modell rechnet nicht; es zitiert nur Ihre Notizen. Verbinden Sie dafür ein Modell.',
    nothingMatches:
      'Nichts in Ihren Notizen passt zu dieser Frage. Das Offline-Modell zitiert nur Ihre Notizen; verbinden Sie ein Modell, um anderes zu fragen.',
    notInNotes: (attached) =>
      `Nicht in Ihren Notizen. Angehängt: ${attached}. Das Offline-Modell zitiert nur, was passt; verbinden Sie ein Modell für Zusammenfassungen und andere Aufgaben.`,
    andMore: (count) => ` und ${count} weitere`,
    opening: ({ quotes, isOverview, sources, areNotes }) =>
      `${isOverview ? many(quotes, 'Anfang', 'Anfänge') : many(quotes, 'Stelle', 'Stellen')} aus ${areNotes ? many(sources, 'Notiz', 'Notizen') : many(sources, 'Quelle', 'Quellen')}, Wort für Wort zitiert; das hat kein Sprachmodell geschrieben.`,
  },
  fr: {
    whoItIs: 'Hors ligne : cite ce qui convient le mieux dans vos notes. Ce n’est pas un modèle de langage.',
    asksNothing:
      'C’est le modèle hors ligne, pas un modèle de langage. Il cite ce que disent vos notes : posez une question sur leur contenu. Pour le reste, connectez un modèle.',
    cannotCalculate:
      'Le modèle hors ligne ne calcule pas ; il ne fait que citer vos notes. Connectez un modèle pour cela.',
    nothingMatches:
      'Rien dans vos notes ne correspond à cette question. Le modèle hors ligne ne fait que citer vos notes ; connectez un modèle pour demander autre chose.',
    notInNotes: (attached) =>
      `Absent de vos notes. Joint : ${attached}. Le modèle hors ligne ne cite que ce qui correspond ; connectez un modèle pour des résumés et d’autres tâches.`,
    andMore: (count) => ` et ${count} de plus`,
    opening: ({ quotes, isOverview, sources, areNotes }) =>
      `${isOverview ? many(quotes, 'début', 'débuts') : many(quotes, 'passage', 'passages')} de ${areNotes ? many(sources, 'note', 'notes') : many(sources, 'source', 'sources')}, cités mot pour mot ; aucun modèle de langage n’a écrit ceci.`,
  },
  es: {
    whoItIs: 'Sin conexión: cita lo que mejor encaja de tus notas. No es un modelo de lenguaje.',
    asksNothing:
      'Este es el modelo sin conexión, no un modelo de lenguaje. Cita lo que dicen tus notas: pregunta por algo que esté en ellas. Para lo demás, conecta un modelo.',
    cannotCalculate: 'El modelo sin conexión no calcula; solo cita tus notas. Conecta un modelo para esto.',
    nothingMatches:
      'Nada en tus notas coincide con esta pregunta. El modelo sin conexión solo cita tus notas; conecta un modelo para preguntar otra cosa.',
    notInNotes: (attached) =>
      `No está en tus notas. Adjunto: ${attached}. El modelo sin conexión solo cita lo que coincide; conecta un modelo para resúmenes y otras tareas.`,
    andMore: (count) => ` y ${count} más`,
    opening: ({ quotes, isOverview, sources, areNotes }) =>
      `${isOverview ? many(quotes, 'comienzo', 'comienzos') : many(quotes, 'pasaje', 'pasajes')} de ${areNotes ? many(sources, 'nota', 'notas') : many(sources, 'fuente', 'fuentes')}, citados palabra por palabra; ningún modelo de lenguaje escribió esto.`,
  },
}
