import type { AppContext } from '../app-context.ts'
import { readGuardPolicy } from './guard-policy.ts'

/** How far a value may extend beyond a cut. */
const BEYOND = 500

/** Gives the beginning of a text. */
export type Cut = (text: string, most: number) => string

/** Cuts texts that are to be sent, and no value in two: half of one looks like nothing to the guard. */
export async function cutter({ store, scans }: AppContext, workspaceId: string): Promise<Cut> {
  const { policy } = await readGuardPolicy(store, workspaceId)
  return (text, most) => {
    if (text.length <= most) return text
    const found = scans.scan(text.slice(0, most + BEYOND), policy)
    const broken = found.find(({ start, end }) => start < most && most < end)
    return text.slice(0, broken?.start ?? most)
  }
}
