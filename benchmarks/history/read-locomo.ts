import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const PATH = join(resolve(import.meta.dirname, '../../../shared/data'), 'locomo/locomo.json')

/** Where the conversations are expected, as said to people: relative to the repository. */
export const LOCOMO_NAME = '../shared/data/locomo/locomo.json'

/** Something that one of two people said. */
export interface Utterance {
  readonly id: string
  /** With the speaker's name before it. */
  readonly text: string
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

/** Very long conversations with questions about them; `undefined` where they are not there. */
export function readLocomo(): readonly LongConversation[] | undefined {
  if (!existsSync(PATH)) return undefined
  const all = JSON.parse(readFileSync(PATH, 'utf8')) as readonly RawConversation[]
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
    for (const { dia_id: id, speaker, text, blip_caption: caption } of turns)
      utterances.push({ id, text: `${speaker}: ${text}${caption ? ` [shares ${caption}]` : ''}` })
  }
}
