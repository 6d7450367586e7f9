import { note, type Message } from './send-message.ts'

const SECTIONS: Message['sections'] = [
  { id: 'contract', text: 'You help people who write software. Answer from what they give you.' },
  { id: 'project', text: 'The project is a small booking service.' },
  { id: 'memory', text: '- prefers short answers' },
]

const SPEC_TEXT = `# Project specification

## Goal
People book a room in two steps.

## Sign-in
A link by mail signs a person in; it is good for ten minutes.
`

const API_TEXT = `# Interface

GET /rooms lists rooms.
POST /bookings books one.
`

const spec = note('project-spec.md', SPEC_TEXT)
const apiDocs = note('docs/api-docs.md', API_TEXT)

/** A note, then a second one, then only the first again. */
export const NOTE_ADDED_THEN_LEFT_OUT: readonly Message[] = [
  {
    sections: SECTIONS,
    text: 'Summarize this',
    attach: [spec],
    answer: 'A booking service: two steps, and sign-in by a link in a mail.',
  },
  {
    sections: SECTIONS,
    text: 'What endpoints does the API support?',
    attach: [spec, apiDocs],
    answer: 'Two: GET /rooms and POST /bookings.',
  },
  {
    sections: SECTIONS,
    text: 'Explain the auth flow from the spec',
    attach: [spec],
    answer: 'A person asks for a link, opens it within ten minutes, and is signed in.',
  },
]

const lessonSpec = note('Piano Lessons/project-spec.md', '# Lessons\n\nTwelve lessons, one a week.\n')
const lessonApi = note('api-docs.md', '# Calendar\n\n`book(day)` reserves a lesson.\n')
const errorLog = note('error-log.md', '09:02 book("Sunday") failed: closed\n09:03 book("Monday") ok\n')

/** One note kept over four turns while others come. */
export const NOTE_KEPT_OVER_FOUR_TURNS: readonly Message[] = [
  { text: 'Summarize this', attach: [lessonSpec], answer: 'Twelve weekly lessons.' },
  { text: "What's the API?", attach: [lessonSpec, lessonApi], answer: 'One call: `book(day)`.' },
  { text: 'Explain that', attach: [lessonSpec], answer: 'It reserves a lesson on that day.' },
  { text: 'Debug this', attach: [lessonSpec, errorLog], answer: 'Sunday is closed; book another day.' },
]

/** Long enough that one changed line is a small part of it. */
function planText(deadline: string): string {
  const weeks = Array.from({ length: 12 }, (_, week) => `- week ${week + 1}: lesson ${week + 1}, one hour`)
  return `# Plan\n\nDeadline: ${deadline}\n\n${weeks.join('\n')}\n`
}

const rules = note('rules.md', '# Rules\n\nNo lesson on Sundays.\n')
const search = {
  callId: 'call-1',
  tool: 'localSearch',
  arguments: '{"query":"holidays"}',
  result: 'holidays.md: closed from 20 July',
  recoverable: true,
} as const

/** An edit sent as a change, a tool call, and finally a new base. */
export const NOTE_EDITED_THEN_FOLDED: readonly Message[] = [
  {
    text: 'Read both',
    attach: [rules, note('plan.md', planText('June'), { role: 'active' })],
    answer: 'Done.',
  },
  {
    text: 'I moved the deadline',
    attach: [note('plan.md', planText('July'), { role: 'active' })],
    answer: 'July is noted.',
  },
  {
    text: 'Is that a holiday?',
    attach: [note('plan.md', planText('July'), { role: 'active' })],
    steps: [{ text: 'I look it up.', exchanges: [search] }],
    answer: 'Yes, from 20 July.',
  },
  {
    text: 'Back to June then',
    attach: [note('plan.md', planText('June'), { role: 'active' })],
    answer: 'June again.',
  },
  { text: 'Is all of it clear now?', attach: [rules], rebase: 'settings', answer: 'It is.' },
]
