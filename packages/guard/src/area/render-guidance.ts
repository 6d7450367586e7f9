import { jurisdictionGuidance } from '../jurisdiction/jurisdiction-guidance.ts'
import { type Area, type Language, localText } from './area.ts'

export interface GuidanceRequest {
  /** In the order in which they are to stand. */
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
