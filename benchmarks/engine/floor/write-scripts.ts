import { createArtifact, type Artifact } from '@varve/engine'
import type { Material } from './load-material.ts'
import { FIRST_MODEL, SECOND_MODEL, type Script, type ScriptedTurn } from './script.ts'
import { createScriptMaker, type ScriptMaker } from './script-maker.ts'

/** The conversation whose dead weight grows fastest; a goal of its own is set for it. */
export const MANY_EDITS = '60 turns, five lines of a 20 KB note edited in each'

const QUARTER_HOUR = 900
const TWO_HOURS = 7200
const TWO_DAYS = 172_800

type Writer = (maker: ScriptMaker) => readonly ScriptedTurn[]

const KINDS: readonly { readonly name: string; readonly write: Writer }[] = [
  { name: 'notes kept: the same 3 in 20 turns', write: notesKept },
  { name: 'notes added now and then', write: notesAdded },
  { name: 'a note edited now and then', write: notesEdited },
  { name: 'notes dropped and brought back', write: notesReturning },
  { name: 'tool results: agent with 1 to 4 steps a turn', write: agentSteps },
  { name: '100 turns of talk over one note', write: longTalk },
  { name: 'idle gaps past the lifetime', write: idleGaps },
  { name: 'selections', write: selections },
  { name: MANY_EDITS, write: manyEdits },
  { name: '60 turns with a tool call each', write: manyCalls },
  { name: 'pastes and URLs', write: pastesAndUrls },
  { name: 'two models alternating', write: twoModels },
  { name: 'a folder of 30 notes, then questions', write: folder },
  { name: 'search results gathered before each call', write: gathered },
  { name: 'a working day: notes, edits, tools, pauses', write: workingDay },
  { name: 'talk without context', write: plainTalk },
]

/** The conversations that layouts are compared on. */
export function writeScripts(material: Material): readonly Script[] {
  return KINDS.map(({ name, write }, index) => ({
    name,
    turns: write(createScriptMaker(material, 1000 + index)),
  }))
}

function repeat(count: number, make: (index: number) => ScriptedTurn): readonly ScriptedTurn[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

function notesKept(maker: ScriptMaker): readonly ScriptedTurn[] {
  const attach = [maker.note('medium'), maker.note('small'), maker.gardenNote()]
  return repeat(20, () => maker.turn({ attach }))
}

function notesAdded(maker: ScriptMaker): readonly ScriptedTurn[] {
  const known: Artifact[] = [maker.note('medium'), maker.note('small')]
  return repeat(24, (index) => {
    if (index > 0 && index % 4 === 0) known.push(maker.note(index % 8 === 0 ? 'medium' : 'small'))
    return maker.turn({ attach: known.slice(-2) })
  })
}

function notesEdited(maker: ScriptMaker): readonly ScriptedTurn[] {
  const notes = [maker.note('medium'), maker.note('medium'), maker.note('small')]
  return repeat(24, (index) => {
    const place = index % 2
    if (index > 0 && index % 3 === 0) notes[place] = maker.edit(notes[place] as Artifact, 4)
    return maker.turn({ attach: [...notes] })
  })
}

function notesReturning(maker: ScriptMaker): readonly ScriptedTurn[] {
  const notes = [maker.note('medium'), maker.note('medium'), maker.note('small'), maker.gardenNote()]
  return repeat(24, (index) => {
    const place = Math.floor(index / 3) % notes.length
    if (index % 9 === 8) notes[place] = maker.edit(notes[place] as Artifact, 3)
    const chosen = notes[place] as Artifact
    return maker.turn({ attach: index % 3 === 2 ? [] : [chosen] })
  })
}

function agentSteps(maker: ScriptMaker): readonly ScriptedTurn[] {
  const note = maker.note('medium')
  return repeat(14, (index) => {
    const steps = Array.from({ length: 1 + (index % 4) }, (_, step) => ({
      text: step === 0 ? 'Let me look that up.' : '',
      calls: Array.from({ length: 1 + ((index + step) % 2) }, () => maker.call()),
    }))
    return maker.turn({ steps, attach: index === 0 ? [note] : [] })
  })
}

function longTalk(maker: ScriptMaker): readonly ScriptedTurn[] {
  const note = maker.note('medium')
  return repeat(100, (index) => maker.chatTurn({ attach: index === 0 ? [note] : [] }))
}

function idleGaps(maker: ScriptMaker): readonly ScriptedTurn[] {
  const notes = [maker.note('medium'), maker.note('small')]
  return repeat(24, (index) => {
    if (index % 5 === 4) notes[0] = maker.edit(notes[0] as Artifact, 4)
    const gapSeconds = [40, 40, QUARTER_HOUR, 40, TWO_HOURS, 40, 40, TWO_DAYS][index % 8] ?? 40
    return maker.turn({ attach: index % 2 === 0 ? [...notes] : [], gapSeconds })
  })
}

function selections(maker: ScriptMaker): readonly ScriptedTurn[] {
  const note = maker.note('large')
  const lines = note.content.split('\n')
  return repeat(20, () => {
    const from = maker.random.below(Math.max(1, lines.length - 20)) + 1
    const content = lines.slice(from - 1, from + 19).join('\n')
    const source = { path: note.key, lines: [from, from + 19] as const }
    return maker.turn({ attach: [createArtifact({ kind: 'selection', source, content })] })
  })
}

function manyEdits(maker: ScriptMaker): readonly ScriptedTurn[] {
  let note = maker.note('large')
  return repeat(60, (index) => {
    if (index > 0) note = maker.edit(note, 5)
    return maker.turn({ attach: [note] })
  })
}

function manyCalls(maker: ScriptMaker): readonly ScriptedTurn[] {
  return repeat(60, () => maker.turn({ steps: [{ text: '', calls: [maker.call()] }] }))
}

function pastesAndUrls(maker: ScriptMaker): readonly ScriptedTurn[] {
  return repeat(24, (index) => {
    const content = `${maker.passage()}\n\n${maker.passage()}`
    const url = `https://example.org/articles/${index}`
    if (index % 3 === 0) return maker.turn({ attach: [createArtifact({ kind: 'paste', content })] })
    if (index % 3 === 1)
      return maker.turn({ attach: [createArtifact({ kind: 'url', source: { url }, content })] })
    return maker.turn()
  })
}

function twoModels(maker: ScriptMaker): readonly ScriptedTurn[] {
  const notes = [maker.note('medium'), maker.note('small')]
  return repeat(24, (index) => {
    if (index % 6 === 5) notes[0] = maker.edit(notes[0] as Artifact, 4)
    return maker.turn({ attach: [...notes], model: index % 2 === 0 ? FIRST_MODEL : SECOND_MODEL })
  })
}

function folder(maker: ScriptMaker): readonly ScriptedTurn[] {
  const notes = Array.from({ length: 30 }, () => maker.note('small'))
  return repeat(16, (index) => maker.turn({ attach: index === 0 ? notes : notes.slice(index, index + 2) }))
}

function gathered(maker: ScriptMaker): readonly ScriptedTurn[] {
  return repeat(30, () => maker.turn({ gathered: [maker.call(), maker.call()] }))
}

function workingDay(maker: ScriptMaker): readonly ScriptedTurn[] {
  const known = [maker.note('medium'), maker.note('medium')]
  return repeat(48, (index) => {
    if (index % 10 === 9) known.push(maker.note('small'))
    const place = index % known.length
    if (index % 4 === 3) known[place] = maker.edit(known[place] as Artifact, 3)
    return maker.turn({
      attach: index % 3 === 2 ? [] : [known[place] as Artifact],
      steps: index % 5 === 2 ? [{ text: 'I will search.', calls: [maker.call(), maker.call()] }] : [],
      gapSeconds: index % 16 === 15 ? TWO_HOURS : index % 8 === 7 ? QUARTER_HOUR : 40,
    })
  })
}

function plainTalk(maker: ScriptMaker): readonly ScriptedTurn[] {
  return repeat(40, () => maker.chatTurn())
}
