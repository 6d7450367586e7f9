import type { DefinitionKind } from '@varve/contract'
import { isUsageSpan, type UsageSpan, USUAL_SPAN } from '../view-model/usage/usage.ts'

/** A location in the page, stored after `#` in the URL, so that reload, back and links find it. */
export type Place =
  | {
      readonly kind: 'chat'
      readonly id: string | undefined
      /** The turn that is wanted, by its place in the branch on show. */
      readonly turn?: number
    }
  | {
      readonly kind: 'files'
      /** The file that is open. */
      readonly path: string | undefined
      /** What of it is wanted: a line, a page or a heading. */
      readonly spot?: Spot
    }
  | {
      readonly kind: 'definitions'
      /** The agent, skill, template or project that is open. */
      readonly open: DefinitionName | undefined
    }
  | { readonly kind: 'usage'; readonly span: UsageSpan }
  | {
      readonly kind: 'settings'
      /** The section that is wanted. */
      readonly section: SettingsSection | undefined
    }
  | { readonly kind: 'guard' }
  /** The address names nothing. */
  | { readonly kind: 'nowhere' }

/** The sections of the settings, in order. */
export const SETTINGS_SECTIONS = [
  'models',
  'appearance',
  'context',
  'guard',
  'tools',
  'workspaces',
  'programs',
  'keyboard',
  'data',
  'about',
] as const

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]

export function settingsHref(section: SettingsSection | undefined): string {
  return section === undefined ? '#/settings' : `#/settings/${section}`
}

export interface DefinitionName {
  readonly kind: DefinitionKind
  readonly id: string
}

export type Spot =
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'heading'; readonly heading: string }
  /** Its text, to be changed. */
  | { readonly kind: 'edit' }

export function parsePlace(hash: string): Place {
  const definitions = /^#\/agents(?:\/(agent|skill|template|project)\/([^/?]+))?\/?$/.exec(hash)
  if (definitions) return { kind: 'definitions', open: parseDefinition(definitions) }
  if (/^#\/guard\/?$/.test(hash)) return { kind: 'guard' }
  const settings = /^#\/settings(?:\/([^/?]*))?$/.exec(hash)
  if (settings)
    return { kind: 'settings', section: SETTINGS_SECTIONS.find((section) => section === settings[1]) }
  const usage = /^#\/usage(?:\/([^/?]*))?\/?$/.exec(hash)
  if (usage) return parseUsage(usage[1] ?? USUAL_SPAN)
  const match = /^#\/files(?:\/([^?]*))?(?:\?(line|page|heading|edit)=(.*))?$/s.exec(hash)
  if (!match) return parseChatPlace(hash)
  const [, path, by, value] = match
  try {
    const spot = by === undefined ? undefined : parseSpot(by, decodeURIComponent(value ?? ''))
    return { kind: 'files', path: decodeURIComponent(path ?? '') || undefined, ...(spot ? { spot } : {}) }
  } catch {
    // A malformed escape names no file; the list of all is shown.
    return { kind: 'files', path: undefined }
  }
}

export function filesHref(path: string | undefined, spot?: Spot): string {
  if (path === undefined) return '#/files'
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  if (!spot) return `#/files/${encoded}`
  return `#/files/${encoded}?${spot.kind}=${valueOf(spot)}`
}

function valueOf(spot: Spot): string {
  switch (spot.kind) {
    case 'line':
      return String(spot.line)
    case 'page':
      return String(spot.page)
    case 'heading':
      return encodeURIComponent(spot.heading)
    case 'edit':
      return 'text'
    default:
      return spot satisfies never
  }
}

export function definitionHref(open: DefinitionName | undefined): string {
  return open ? `#/agents/${open.kind}/${encodeURIComponent(open.id)}` : '#/agents'
}

export function usageHref(span: UsageSpan): string {
  return span === USUAL_SPAN ? '#/usage' : `#/usage/${span}`
}

function parseUsage(span: string): Place {
  return isUsageSpan(span) ? { kind: 'usage', span } : { kind: 'nowhere' }
}

function parseChatPlace(hash: string): Place {
  if (/^#?\/?$/.test(hash)) return { kind: 'chat', id: undefined }
  const id = parseChatRoute(hash)
  if (id === undefined) return { kind: 'nowhere' }
  const turn = /\?turn=([1-9]\d{0,8})$/.exec(hash)?.[1]
  return { kind: 'chat', id, ...(turn === undefined ? {} : { turn: Number(turn) }) }
}

function parseDefinition([, kind, id]: RegExpExecArray): DefinitionName | undefined {
  if (kind === undefined || id === undefined) return undefined
  try {
    return { kind: kind as DefinitionKind, id: decodeURIComponent(id) }
  } catch {
    // A malformed escape names nothing; the list is shown.
    return undefined
  }
}

function parseSpot(by: string, value: string): Spot | undefined {
  if (by === 'edit') return { kind: 'edit' }
  if (by === 'heading') return value === '' ? undefined : { kind: 'heading', heading: value }
  if (!/^[1-9]\d{0,8}$/.test(value)) return undefined
  return by === 'page' ? { kind: 'page', page: Number(value) } : { kind: 'line', line: Number(value) }
}

/** The chat that an address names after `#`; undefined where it names none. */
export function parseChatRoute(hash: string): string | undefined {
  const id = /^#\/chat\/([^/?]+)(?:\?turn=\d+)?$/.exec(hash)?.[1]
  if (id === undefined) return undefined
  try {
    return decodeURIComponent(id)
  } catch {
    // A malformed escape names no chat.
    return undefined
  }
}

export function chatHref(id: string | undefined, turn?: number): string {
  if (id === undefined) return '#/'
  return `#/chat/${encodeURIComponent(id)}${turn === undefined ? '' : `?turn=${turn}`}`
}
