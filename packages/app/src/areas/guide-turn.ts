import {
  type Area,
  DEFAULT_THRESHOLD,
  detectAreas,
  detectJurisdictions,
  DISCLAIMERS,
  JURISDICTIONS,
  localText,
  parseJurisdictions,
  renderGuidance,
} from '@varve/areas'
import type { SectionInput } from '@varve/engine/internal'
import type { AreaListView, AreaView, ChatSettingsView } from '@varve/contract'
import type { AppContext } from '../app-context.ts'
import { workspaceAreas } from './workspace-areas.ts'
import type { WorkspaceAreas } from './known-areas.ts'

interface TurnToGuide {
  readonly workspaceId: string
  readonly settings: ChatSettingsView
  readonly text: string
  /** The first message of the conversation: what is pinned speaks its language. */
  readonly firstText: string
  /** What the user set in place of what was detected, as `pack/id`. */
  readonly areas?: readonly string[] | undefined
  /** What the user set in place of the places that the message names, as `US-CA`. */
  readonly jurisdictions?: readonly string[] | undefined
}

export interface TurnGuidance {
  /** What is pinned to the conversation: L1. */
  readonly section: SectionInput | undefined
  /** What this message is about: L3. */
  readonly guidance: string
  /** What either of them speaks of, this message's first. */
  readonly areas: readonly AreaView[]
  readonly jurisdictions: readonly string[]
}

export const NO_GUIDANCE: TurnGuidance = { section: undefined, guidance: '', areas: [], jurisdictions: [] }

/** A message is hardly ever about more, and each costs its tokens. */
const MOST_AREAS = 3

/** The guidance of a turn. What is detected never changes what is pinned, so that L1 keeps its bytes. */
export async function guideTurn(context: AppContext, toGuide: TurnToGuide): Promise<TurnGuidance> {
  const { settings, text } = toGuide
  const { areas: pinned = [], jurisdictions: pinnedPlaces = [], guidance } = settings
  const isPinned = pinned.length + pinnedPlaces.length > 0
  if (guidance === 'off' && !isPinned) return NO_GUIDANCE
  const known = await workspaceAreas(context, toGuide.workspaceId)
  const found = guidance === 'off' ? [] : areasOf(known, toGuide)
  const fresh = found.filter((area) => !pinned.some((name) => isNamed(area, name)))
  const { language = 'en' } = detectAreas(known.compiled, text)
  const isAbout = found.length + pinned.length > 0
  const places = guidance === 'off' ? [] : placesOf(toGuide, isAbout)
  const freshPlaces = places.filter((id) => !pinnedPlaces.includes(id))
  const turn = renderGuidance({
    areas: lookUp(known, fresh),
    // One more place beside those that are pinned asks for a comparison of all of them.
    jurisdictions: freshPlaces.length === 0 ? [] : [...knownPlaces(pinnedPlaces), ...freshPlaces],
    language,
  })
  return {
    section: isPinned ? pinnedSection(known, toGuide) : undefined,
    guidance: turn === '' || isPinned ? turn : `${turn}\n\n${DISCLAIMERS[language]}`,
    areas: [
      ...found,
      ...viewsOf(
        known,
        pinned.filter((name) => !found.some((area) => isNamed(area, name))),
      ),
    ],
    jurisdictions: [...pinnedPlaces, ...freshPlaces],
  }
}

/** What a text seems to be about, best first. */
function detectViews({ compiled }: WorkspaceAreas, text: string): readonly AreaView[] {
  const { areas } = detectAreas(compiled, wordsOnly(text))
  return areas.map(({ pack, id, name, confidence, words }) => ({
    pack,
    id,
    name,
    confidence: Math.round(confidence * 100) / 100,
    words: words.map((word) => word.text),
  }))
}

/** Names inside addresses say nothing of what a message is about; places of words stay as they are. */
function wordsOnly(text: string): string {
  return text.replace(/[^\s@]{1,64}@[^\s@]{1,255}|https?:\/\/\S{1,2000}/g, (address) =>
    ' '.repeat(address.length),
  )
}

function areasOf(known: WorkspaceAreas, { text, areas }: TurnToGuide): readonly AreaView[] {
  if (!areas) {
    // Beside a clear area less sure ones are listed: they are offered, and bring no guidance by themselves.
    const clear = detectViews(known, text).filter(({ confidence }) => confidence >= DEFAULT_THRESHOLD)
    return clear.slice(0, MOST_AREAS)
  }
  return viewsOf(known, areas)
}

/** Areas that the user named: nothing to detect. */
function viewsOf(known: WorkspaceAreas, names: readonly string[]): readonly AreaView[] {
  return named(known, names).map(({ pack, id, name }) => ({
    pack,
    id,
    name: localText(name, undefined) ?? id,
    confidence: 1,
  }))
}

function isNamed({ pack, id }: Pick<AreaView, 'pack' | 'id'>, name: string): boolean {
  return `${pack}/${id}` === name
}

function pinnedSection(known: WorkspaceAreas, { settings, firstText }: TurnToGuide): SectionInput {
  const { language = 'en' } = detectAreas(known.compiled, firstText)
  const { areas = [], jurisdictions = [] } = settings
  const text = renderGuidance({
    areas: named(known, areas),
    jurisdictions: knownPlaces(jurisdictions),
    language,
  })
  return { id: 'guidance', text: [text, DISCLAIMERS[language]].filter((part) => part !== '').join('\n\n') }
}

/** Those that the user set; else those that the message names, where it is about an area at all. */
function placesOf({ text, jurisdictions }: TurnToGuide, isAbout: boolean): readonly string[] {
  if (jurisdictions) return knownPlaces(jurisdictions)
  return isAbout ? detectJurisdictions(text).map(({ id }) => id) : []
}

function knownPlaces(jurisdictions: readonly string[]): readonly string[] {
  return parseJurisdictions(jurisdictions).ids
}

function lookUp(known: WorkspaceAreas, views: readonly AreaView[]): readonly Area[] {
  return named(
    known,
    views.map(({ pack, id }) => `${pack}/${id}`),
  )
}

/** In the order of their names here, those that there are. */
function named({ areas }: WorkspaceAreas, names: readonly string[]): readonly Area[] {
  return names.flatMap((name) => areas.find((area) => isNamed(area, name)) ?? [])
}

/** The areas and jurisdictions that a chat can be pinned to. */
export async function listAreas(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<AreaListView> {
  const { areas, problems } = await workspaceAreas(context, workspaceId)
  return {
    areas: areas.map(({ pack, id, name }) => ({ pack, id, name: localText(name, 'en') ?? id })),
    jurisdictions: JURISDICTIONS.map(({ id, names }) => ({ id, name: names.en })),
    problems,
  }
}

/** What a text seems to be about, best first. */
export async function findAreas(
  context: AppContext,
  { workspaceId, text }: { readonly workspaceId: string; readonly text: string },
): Promise<readonly AreaView[]> {
  return detectViews(await workspaceAreas(context, workspaceId), text)
}
