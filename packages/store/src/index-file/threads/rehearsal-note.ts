const WORDS =
  'river stone market letter garden window morning paper kitchen travel budget meeting winter project reading music'.split(
    ' ',
  )

/** One of many notes with a little of everything that people write; no two have the same words in the same order. */
export function rehearsalNote(number: number): string {
  const word = (step: number): string =>
    `${WORDS[(number * 7 + step * 5) % WORDS.length]}${(number + step) % 9}`
  const sentence = (from: number): string =>
    `The ${word(from)} of the ${word(from + 1)} was ${word(from + 2)}, and *${word(from + 3)}* [[note-${(number * 3 + from) % 200}|there]].`
  const paragraph = (from: number): string => [0, 4, 8, 12].map((step) => sentence(from + step)).join(' ')
  return `---
tags: [${word(1)}, ${word(2)}/part]
aliases: ["${word(3)} ${number}"]
created: 2024-0${1 + (number % 9)}-1${number % 9}
---
# ${word(4)} and ${word(5)}

${paragraph(0)} #${word(6)}

## ${word(7)}

- ${sentence(16)}
- [ ] ${sentence(20)}
  - see [${word(8)}](note-${(number + 1) % 200}.md#${word(9)}) and \`${word(10)}\`
- due:: 2025-0${1 + (number % 9)}-01

> [!note] ${word(11)}
> ${sentence(24)}

| ${word(12)} | ${word(13)} |
| --- | --- |
| ${word(14)} | ${number} |

\`\`\`js
const ${word(15)} = [[${number}]]
\`\`\`

![[note-${(number + 2) % 200}#${word(16)}]] ${paragraph(28)} ^block${number}
`
}
