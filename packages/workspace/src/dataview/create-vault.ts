import type { NoteLink } from '../note/parsed-note.ts'
import type { LinkValue, ObjectValue } from './dataview-value.ts'
import type { DataviewNote, DataviewSource } from './dataview-source.ts'
import { noteObject } from './note-object.ts'
import type { Vault } from './vault.ts'

export interface VaultOptions {
  readonly source: DataviewSource
  readonly wallClock: (milliseconds: number) => number
}

/** Sorts the notes, so that nothing that follows depends on the order in which they came. */
export function createVault({ source, wallClock }: VaultOptions): Vault {
  const notes = [...source.notes].sort((left, right) =>
    left.path < right.path ? -1 : left.path > right.path ? 1 : 0,
  )
  const byPath = new Map(notes.map((note) => [note.path, note]))
  const objects = new Map<string, ObjectValue>()
  const outgoing = new Map<string, readonly LinkValue[]>()
  let incoming: ReadonlyMap<string, readonly string[]> | undefined
  const vault: Vault = {
    notes,
    note: (path) => byPath.get(path),
    object: (note) => remember(objects, note.path, () => noteObject(note, vault)),
    link: (inner, from) => {
      const resolve = (target: string): string | undefined => {
        const path = source.resolveLink(target, from)
        return path !== undefined && byPath.has(path) ? path : undefined
      }
      return makeLink(inner, from, resolve)
    },
    outgoing: (note) => remember(outgoing, note.path, () => outgoingLinks(note, vault)),
    incoming: (path) => {
      incoming ??= incomingPaths(notes, vault)
      return incoming.get(path) ?? []
    },
    wallClock,
  }
  return vault
}

function remember<Thing>(memory: Map<string, Thing>, path: string, make: () => Thing): Thing {
  const known = memory.get(path)
  if (known !== undefined) return known
  const made = make()
  memory.set(path, made)
  return made
}

/** Only notes are led to: whether any other file is there would be one more thing that a result hangs on. */
function makeLink(inner: string, from: string, resolve: (target: string) => string | undefined): LinkValue {
  const bar = inner.indexOf('|')
  const written = (bar < 0 ? inner : inner.slice(0, bar)).trim()
  const hash = written.indexOf('#')
  const target = (hash < 0 ? written : written.slice(0, hash)).trim()
  const heading = hash < 0 ? '' : written.slice(hash + 1).trim()
  const path = target === '' ? from : resolve(target)
  const alias = bar < 0 ? '' : inner.slice(bar + 1).trim()
  return {
    kind: 'link',
    target,
    ...(path === undefined ? {} : { path }),
    ...(heading === '' ? {} : { heading }),
    ...(alias === '' ? {} : { alias }),
  }
}

function outgoingLinks(note: DataviewNote, vault: Vault): readonly LinkValue[] {
  const found = new Map<string, LinkValue>()
  for (const link of note.parsed.links) {
    if (!isInside(link)) continue
    const value = vault.link(link.target, note.path)
    const identity = value.path ?? value.target
    if (!found.has(identity)) found.set(identity, link.embed ? { ...value, embed: true } : value)
  }
  return [...found.values()]
}

/** Into the same note or to the web are not links between files. */
function isInside({ target }: NoteLink): boolean {
  return target !== '' && !/^[a-z][a-z0-9+.-]*:/i.test(target)
}

function incomingPaths(notes: readonly DataviewNote[], vault: Vault): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const note of notes)
    for (const { path, target } of vault.outgoing(note)) {
      const to = path ?? target
      const paths = found.get(to)
      if (paths) paths.push(note.path)
      else found.set(to, [note.path])
    }
  return found
}
