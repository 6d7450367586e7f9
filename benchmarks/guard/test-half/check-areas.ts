import { readFileSync } from 'node:fs'

interface Line {
  readonly id: string
  readonly language: string
  readonly text: string
  readonly areas: readonly string[]
}

const LANGUAGES = ['en', 'fr', 'es']
const PRACTICE =
  'contract corporate criminal family employment immigration housing real-estate tax intellectual-property privacy personal-injury estates bankruptcy consumer debt-collection securities antitrust environmental health education traffic public-benefits litigation administrative civil-rights insurance construction elder disability juvenile military-veterans maritime aviation international-trade banking-finance franchise entertainment-media sports nonprofit technology-contracts cannabis agriculture animal municipal energy defamation malpractice product-liability domestic-violence alternative-dispute-resolution'
const ADVISORY =
  'risk compliance human-resources finance strategy marketing operations technology mergers-acquisitions governance procurement esg sales pricing supply-chain cybersecurity data-analytics product-management project-management change-management customer-experience fundraising business-planning internationalisation crisis-management internal-audit organisation-design real-estate-portfolio innovation'
const AREAS = new Set([
  ...PRACTICE.split(' ').map((id) => `practice/${id}`),
  ...ADVISORY.split(' ').map((id) => `advisory/${id}`),
])

const lines = readFileSync(new URL('areas.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)
const problems = [...lines.flatMap(problemsOf), ...shortages()]
for (const problem of problems) console.log(problem)
for (const language of LANGUAGES) {
  const group = lines.filter((line) => line.language === language)
  console.log(`${language}: ${group.length} questions, ${idle(group)} about nothing`)
}
console.log(problems.length === 0 ? 'All questions are sound.' : `${problems.length} problems.`)
process.exitCode = problems.length === 0 ? 0 : 1

function problemsOf({ id, language, text, areas }: Line, index: number): readonly string[] {
  const found: string[] = []
  if (!LANGUAGES.includes(language)) found.push(`${id}: the language ${language} is unknown.`)
  if (!text.isWellFormed() || text !== text.trim()) found.push(`${id}: the text is not clean.`)
  if (lines.findIndex((line) => line.text === text) !== index) found.push(`${id}: the text is there twice.`)
  for (const area of areas) if (!AREAS.has(area)) found.push(`${id}: the area ${area} is unknown.`)
  if (new Set(areas).size !== areas.length) found.push(`${id}: an area is there twice.`)
  return found
}

function shortages(): readonly string[] {
  const found = [...AREAS]
    .filter((area) => lines.filter(({ areas }) => areas[0] === area).length < 4)
    .map((area) => `${area}: fewer than four questions.`)
  if (lines.length < 480) found.push(`${lines.length} questions are too few.`)
  if (idle(lines) < 100) found.push(`${idle(lines)} questions about nothing are too few.`)
  return found
}

function idle(group: readonly Line[]): number {
  return group.filter(({ areas }) => areas.length === 0).length
}
