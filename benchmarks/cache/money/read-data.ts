import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readTrace, type ReplayRunner, type TraceText } from '@varve/lab'
import { DATA_NAME, loadMaterial, type Material, readNotes } from '../../engine/floor/load-material.ts'
import { writeScripts } from '../../engine/floor/write-scripts.ts'
import { scriptTrace } from '../wire/script-trace.ts'

/** A conversation to be measured. */
export interface Conversation {
  readonly name: string
  readonly trace: TraceText
  readonly runner: ReplayRunner
}

/** A sentence that can stand as a question or as an answer. */
const SENTENCE = /(?<=[.!?])\s+/

/**
 * Traces (`*.jsonl`, the form that `varve replay` reads) of a folder, or conversations made from its Markdown; without
 * a folder, from the notes beside the repository. Says what is missing where there is nothing.
 */
export function readConversations(folder: string | undefined): readonly Conversation[] | string {
  if (folder === undefined) {
    const material = loadMaterial()
    return material
      ? fromMaterial(material)
      : `The texts that conversations are made of are not in ${DATA_NAME}.`
  }
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return `${folder} is not a folder.`
  const traces = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
  if (traces.length > 0) return traces.map((name) => readOne(folder, name))
  const notes = readNotes(folder).filter(({ text }) => text.length > 500)
  if (notes.length < 10)
    return `${folder} holds neither traces (*.jsonl) nor ten notes (*.md) of some length.`
  const sentences = notes
    .flatMap(({ text }) => text.split(SENTENCE))
    .filter((sentence) => sentence.length > 30 && sentence.length < 240 && !sentence.includes('```'))
  const exchanges = sentences.flatMap((question, index) =>
    index % 11 === 0 ? [{ question, answer: sentences.slice(index + 1, index + 11).join(' ') }] : [],
  )
  if (exchanges.length === 0) return `The notes of ${folder} hold no sentences to ask and answer with.`
  return fromMaterial({
    notes,
    gardenNotes: notes,
    questions: exchanges,
    chat: exchanges,
    passages: exchanges.map(({ answer }) => answer),
  })
}

/** Conversations with one model: the floor knows no other. */
function fromMaterial(material: Material): readonly Conversation[] {
  return writeScripts(material)
    .filter(({ turns }) => new Set(turns.map(({ model }) => model)).size === 1)
    .map((script) => ({ name: script.name, ...scriptTrace(script) }))
}

function readOne(folder: string, name: string): Conversation {
  const trace = readTrace(readFileSync(join(folder, name)))
  if (trace.malformed) throw new Error(`${name}, line ${trace.malformed.line}: ${trace.malformed.reason}`)
  return { name: name.replace(/\.jsonl$/, ''), trace, runner: 'agent' }
}
