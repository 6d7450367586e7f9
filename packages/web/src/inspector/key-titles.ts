import type { TurnView } from '@varve/server/types'
import { createContext } from 'react'

/** What keys are called that say nothing by themselves, as that of an upload does not. */
export type KeyTitles = ReadonlyMap<string, string>

export const KeyTitlesContext = createContext<KeyTitles>(new Map())

/** By what the turns brought along; one that came later is called as it was then. */
export function keyTitles(turns: readonly TurnView[]): KeyTitles {
  return new Map(turns.flatMap(({ attachments }) => attachments.map(({ key, title }) => [key, title])))
}
