const WORDS =
  'river stone market letter garden window morning paper kitchen travel budget meeting winter project reading music'.split(
    ' ',
  )
const FOLDERS = ['', 'journal/', 'work/plans/', 'people/']
/** So many notes link to each other. */
const LINKED = 200

export interface RehearsalNote {
  /** From the root. */
  readonly path: string
  readonly text: string
}

/** One of many made-up notes; no two have the same words in the same order. */
export function rehearsalNote(number: number): RehearsalNote {
  // Code that has only seen notes of one kind is compiled for that kind, and slow again at the first of another.
  const write = [everything, plainProse, longNote, jotting][number % 4] ?? everything
  return { path: `${FOLDERS[number % FOLDERS.length]}${nameOf(number)}.md`, text: write(number) }
}

function nameOf(number: number): string {
  return `${wordOf(number, 0)} note ${number % LINKED}`
}

function wordOf(number: number, step: number): string {
  return `${WORDS[(number * 7 + step * 5) % WORDS.length]}${(number + step) % 9}`
}

function prose(number: number, words: number): string {
  return `${Array.from({ length: words }, (_, step) => wordOf(number + step * step, step)).join(' ')}.`
}

function everything(number: number): string {
  const word = (step: number): string => wordOf(number, step)
  const sentence = (from: number): string =>
    `The ${word(from)} of the ${word(from + 1)} was ${word(from + 2)}, and *${word(from + 3)}* [[${nameOf(number * 3 + from)}|there]].`
  return `---
tags: [${word(1)}, ${word(2)}/part]
aliases: ["${word(3)} ${number}"]
created: 2024-0${1 + (number % 9)}-1${number % 9}
---
# ${word(4)} and ${word(5)}

${sentence(0)} ${sentence(4)} ${sentence(8)} #${word(6)}

## ${word(7)}

- ${sentence(16)}
- [ ] ${sentence(20)}
  - see [${word(8)}](note-${(number + 1) % LINKED}.md#${word(9)}) and \`${word(10)}\`
- due:: 2025-0${1 + (number % 9)}-01

> [!note] ${word(11)}
> ${sentence(24)}

| ${word(12)} | ${word(13)} |
| --- | --- |
| ${word(14)} | ${number} |

\`\`\`js
const ${word(15)} = [[${number}]]
\`\`\`

![[${nameOf(number + 2)}#${word(16)}]] ${sentence(28)} ^block${number}
`
}

function plainProse(number: number): string {
  return `# ${wordOf(number, 1)} ${wordOf(number, 2)}

${prose(number, 40)}
See [[${nameOf(number + 7)}]] #${wordOf(number, 3)}

${prose(number + 3, 70)}
`
}

/** In several passages. */
function longNote(number: number): string {
  const section = (from: number): string => `## ${wordOf(number, from)} ${wordOf(number, from + 1)}

${prose(number + from, 90)}
[[${nameOf(number + from)}]] and [[${nameOf(number + from + 1)}#${wordOf(number, from)}]]

- [x] ${prose(number + from, 8)}
- ${prose(number + from + 1, 9)}
- “${prose(number + from + 2, 7)}” – café, naïve
`
  return `---
tags:
  - ${wordOf(number, 1)}
rating: ${number % 5}
done: ${number % 2 === 0}
---
# ${wordOf(number, 2)}

${[0, 3, 6, 9].map(section).join('\n')}`
}

/** No heading, no link. */
function jotting(number: number): string {
  return number % 8 === 3 ? prose(number, 25) : `${prose(number, 30)}\n\n- ${prose(number, 6)}\n`
}
