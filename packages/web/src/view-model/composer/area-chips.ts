import type { AreaListView, AreaView, ChatSettingsView, ForecastView } from '@varve/contract'
import type { Draft } from '../draft.ts'
import { language, t } from '../../i18n/t.ts'

/** An area or a jurisdiction that shapes the next answer. */
export interface AreaChip {
  readonly kind: 'area' | 'jurisdiction'
  /** `pack/id`, or the id of a jurisdiction. */
  readonly ref: string
  readonly name: string
  /** It holds for the whole chat. */
  readonly pinned: boolean
  /** Why it is here, in words. */
  readonly why: string
}

export function areaRef({ pack, id }: Pick<AreaView, 'pack' | 'id'>): string {
  return `${pack}/${id}`
}

interface ChipsInput {
  readonly settings: Pick<ChatSettingsView, 'areas' | 'jurisdictions' | 'guidance'>
  /** What the user set for this message in place of what is found. */
  readonly chosen?: Pick<Draft, 'areas' | 'jurisdictions'>
  readonly forecast: Pick<ForecastView, 'areas' | 'jurisdictions'> | undefined
  readonly choices: AreaListView | undefined
}

/** What is pinned to the chat, then what this message seems to be about. */
export function areaChips({ settings, chosen = {}, forecast, choices }: ChipsInput): readonly AreaChip[] {
  const { areas: pinned = [], jurisdictions: places = [] } = settings
  const nameOf = (ref: string) =>
    choices?.areas.find((area) => areaRef(area) === ref)?.name ??
    forecast?.areas?.find((area) => areaRef(area) === ref)?.name ??
    ref
  const pinnedAreas = pinned.map(
    (ref): AreaChip => ({
      kind: 'area',
      ref,
      name: nameOf(ref),
      pinned: true,
      why: t('Pinned to this chat'),
    }),
  )
  const found = chosen.areas ?? (forecast?.areas ?? []).map(areaRef)
  const ofMessage = (settings.guidance === 'off' ? [] : found)
    .filter((ref) => !pinned.includes(ref))
    .map((ref): AreaChip => {
      const why = whyFound(forecast?.areas?.find((area) => areaRef(area) === ref))
      return { kind: 'area', ref, name: nameOf(ref), pinned: false, why }
    })
  const named = chosen.jurisdictions ?? forecast?.jurisdictions ?? []
  const law = [...new Set([...places, ...named])].map((ref): AreaChip => {
    const isPinned = places.includes(ref)
    const whyHere = chosen.jurisdictions ? t('Set by you for this message') : t('Named in the message')
    const why = isPinned ? t('Pinned to this chat') : whyHere
    return { kind: 'jurisdiction', ref, name: placeOf(ref, choices), pinned: isPinned, why }
  })
  return [...pinnedAreas, ...ofMessage, ...law]
}

export function placeOf(id: string, choices: AreaListView | undefined): string {
  return translatedPlace(id) ?? choices?.jurisdictions.find((one) => one.id === id)?.name ?? id
}

/** A country in the language of the page, by what the browser knows. */
function translatedPlace(id: string): string | undefined {
  if (language === 'en' || !/^[A-Z]{2}$/.test(id)) return undefined
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(id === 'UK' ? 'GB' : id)
}

function whyFound({ words = [] }: Pick<AreaView, 'words'> = {}): string {
  if (words.length === 0) return t('Set by you for this message')
  return t('Matched {words}', { words: words.map((word) => `“${word}”`).join(', ') })
}
