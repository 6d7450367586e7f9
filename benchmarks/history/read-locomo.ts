import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const PATH = join(resolve(import.meta.dirname, '../../../shared/data'), 'locomo/locomo.json')

/** Where the conversations are expected, as said to people: relative to the repository. */
export const LOCOMO_NAME = '../shared/data/locomo/locomo.json'

/** Something that one of two people said. */
export interface Utterance {
  readonly id: string
  /** With the speaker's name before it. */
  readonly text: string
  /** When its session began, in milliseconds since 1970. */
  readonly at: number
}

export interface Question {
  readonly text: string
  /** The ids of what it is answered from. */
  readonly evidence: readonly string[]
}

export interface LongConversation {
  readonly utterances: readonly Utterance[]
  readonly questions: readonly Question[]
}

/**
 * Very long conversations with questions about them: of the JSON files of a folder, else those beside the repository;
 * `undefined` where they are not there.
 */
export function readLocomo(folder?: string): readonly LongConversation[] | undefined {
  const paths = folder === undefined ? [PATH].filter((path) => existsSync(path)) : jsonFiles(folder)
  if (paths.length === 0) return undefined
  const all = paths.flatMap((path) => JSON.parse(readFileSync(path, 'utf8')) as readonly RawConversation[])
  return all.map(({ conversation, qa }) => {
    const utterances = readUtterances(conversation)
    const known = new Set(utterances.map(({ id }) => id))
    const questions = qa.map(({ question, evidence }) => ({
      text: question,
      // One entry now and then names several.
      evidence: [...new Set(evidence.flatMap((ids) => ids.split(/[;\s]+/)))].filter((id) => known.has(id)),
    }))
    return { utterances, questions: questions.filter(({ evidence }) => evidence.length > 0) }
  })
}

function jsonFiles(folder: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  return names.sort().map((name) => join(folder, name))
}

/** As the files are documented. */
interface RawConversation {
  readonly conversation: Readonly<Record<string, string | readonly RawTurn[]>>
  readonly qa: readonly { readonly question: string; readonly evidence: readonly string[] }[]
}

interface RawTurn {
  readonly dia_id: string
  readonly speaker: string
  readonly text: string
  readonly blip_caption?: string
}

function readUtterances(conversation: RawConversation['conversation']): readonly Utterance[] {
  const utterances: Utterance[] = []
  for (let session = 1; ; session += 1) {
    const turns = conversation[`session_${session}`]
    if (turns === undefined) return utterances
    if (typeof turns === 'string') continue
    const at = readDate(conversation[`session_${session}_date_time`])
    for (const { dia_id: id, speaker, text, blip_caption: caption } of turns)
      utterances.push({ id, text: `${speaker}: ${text}${caption ? ` [shares ${caption}]` : ''}`, at })
  }
}

/** `1:56 pm on 8 May, 2023` */
function readDate(given: RawConversation['conversation'][string] | undefined): number {
  const text = typeof given === 'string' ? given : ''
  const [, hour, minute, half, date] = /^(\d+):(\d+) (am|pm) on (.+)$/.exec(text) ?? []
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0)
  const at = Date.parse(`${date} ${hours}:${minute} UTC`)
  if (Number.isNaN(at)) throw new Error(`A session has no date like "1:56 pm on 8 May, 2023": ${text}`)
  return at
}
