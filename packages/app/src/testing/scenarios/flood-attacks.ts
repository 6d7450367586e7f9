import { hashText } from '@varve/engine/internal'
import { type Attack, call, calls, type HostileStep } from './attack.ts'

const OPEN = [{ tool: '*', decision: 'run' }] as const
/** As many steps as one run may have. */
const LIMIT = 25

const loop = (step: (index: number) => HostileStep): readonly HostileStep[] =>
  Array.from({ length: LIMIT }, (_, index) => step(index))

const PLAN = '# Plan\n\nThe launch is on 12 December.\n'

export const FLOOD_ATTACKS: readonly Attack[] = [
  {
    what: 'makes the same call for ever',
    steps: loop(() => calls(call('read', { path: 'plan.md' }))),
    status: 'stopped',
    done: LIMIT - 1,
    told: [/its result is above/],
  },
  {
    what: 'makes two calls in turns for ever',
    steps: loop((index) => calls(call('ls', index % 2 === 0 ? {} : { path: 'notes' }))),
    status: 'stopped',
    done: LIMIT - 1,
    told: [/its result is above/],
  },
  {
    what: 'makes ever other calls for ever',
    steps: loop((index) => calls(call('glob', { pattern: `${'*'.repeat(index + 1)}.md` }))),
    status: 'stopped',
    done: LIMIT - 1,
    told: [/plan\.md/],
  },
  {
    what: 'makes ever longer calls that fail, for ever',
    steps: loop((index) => calls(call('read', { path: `../${'x'.repeat(index * 150)}` }))),
    status: 'stopped',
    told: [/cannot be used/],
  },
  {
    what: 'asks for what was refused for ever',
    steps: loop(() => calls(call('rm', { path: 'plan.md' }))),
    status: 'stopped',
    asked: LIMIT - 1,
    told: [/Do not try it again unasked/],
  },
  {
    what: 'makes a thousand calls at once',
    steps: [calls(...Array.from({ length: 1000 }, (_, index) => call('grep', { pattern: `a${index}` })))],
    done: 32,
    told: [/at most 32 calls/],
  },
  {
    what: 'reads a giant file, whole and again',
    files: { 'giant.txt': 'line of the giant\n'.repeat(200_000), 'wide.txt': 'w'.repeat(3_000_000) },
    steps: [
      calls(
        call('read', { path: 'giant.txt' }),
        call('read', { path: 'wide.txt' }),
        call('read', { path: 'giant.txt', from: 100_000 }),
        call('grep', { pattern: 'giant', path: 'giant.txt' }),
      ),
    ],
    done: 4,
    told: [/were not shown; ask for them/, /\[cut: line 1 has/],
  },
  {
    what: 'gives arguments without end',
    rules: OPEN,
    steps: [calls(call('write', { path: 'new.md', content: 'word '.repeat(400_001) }))],
    // What it said costs more than a run may.
    status: 'stopped',
    told: [],
  },
  {
    what: 'talks without end',
    steps: [{ text: 'word '.repeat(510_000), calls: [] }],
    status: 'failed',
    told: [],
  },
  {
    what: 'says a giant thing beside its call',
    steps: [{ text: 'word '.repeat(100_000), calls: [call('ls', {})] }],
    done: 1,
    told: [/plan\.md/],
  },
  {
    what: 'writes one file twice at once',
    rules: OPEN,
    steps: [
      calls(
        call('write', { path: 'new.md', content: 'first' }),
        call('write', { path: 'new.md', content: 'second' }),
        call('mv', { from: 'plan.md', to: 'new.md' }),
      ),
    ],
    changed: ['new.md'],
    done: 1,
    told: [/Wrote new\.md/, /"new\.md" is there already/],
  },
  {
    what: 'edits one passage twice at once',
    rules: OPEN,
    steps: [
      calls(
        call('edit', { path: 'plan.md', edits: [{ old: '12', new: '13' }] }),
        call('edit', { path: 'plan.md', edits: [{ old: '12', new: '14' }] }),
        call('rm', { path: 'plan.md', hash: hashText(PLAN) }),
      ),
    ],
    changed: ['plan.md'],
    done: 1,
    told: [/the old text of edit 1 is not in the file/, /was changed since it was read/],
  },
  {
    what: 'edits a version that is no more',
    rules: OPEN,
    files: { 'plan.md': `${PLAN}\nMore.\n` },
    steps: [
      calls(
        call('edit', { path: 'plan.md', edits: [{ old: '12', new: '13' }], hash: hashText(PLAN) }),
        call('write', { path: 'plan.md', content: 'gone', hash: hashText(PLAN) }),
        call('rm', { path: 'plan.md', hash: hashText(PLAN) }),
      ),
    ],
    told: [/was changed since it was read; its hash is [0-9a-f]{16} now/],
  },
  {
    what: 'has one text approved while the file becomes another',
    person: ['approve'],
    meanwhile: (it) => it.write('plan.md', `${PLAN}\nMore.\n`),
    steps: [calls(call('edit', { path: 'plan.md', edits: [{ old: '12', new: '13' }] }))],
    asked: 1,
    changed: ['plan.md'],
    told: [/changed while the user was asked/],
  },
  {
    what: 'goes on with its calls after a stop',
    person: ['stop'],
    rules: [{ tool: 'write', decision: 'run' }],
    steps: [
      calls(
        call('rm', { path: 'plan.md' }),
        call('write', { path: 'late.md', content: 'x' }),
        call('touch', { path: 'later.md' }),
      ),
    ],
    status: 'stopped',
    asked: 1,
    told: [],
  },
]
