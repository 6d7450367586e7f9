import type { Language } from '../area/area.ts'
import { GUIDANCE_TEXTS, TREATY_NOTES, type TreatyNote } from './guidance-texts.ts'
import { findJurisdiction, type Jurisdiction } from './jurisdiction.ts'

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

/** What stands above or below each place: federal and state law, union and national law. */
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
