import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Notes below `glazes`; one more is above them. */
export const VAULT_NOTES = 800

/** Enough notes that reading them takes a moment. */
export function writeVault(folder: string): void {
  mkdirSync(join(folder, '.obsidian'), { recursive: true })
  mkdirSync(join(folder, 'glazes'))
  writeFileSync(join(folder, 'Start.md'), '# Start\n\nSee [[glaze 7]].\n')
  const body = Array.from(
    { length: 120 },
    (_, line) => `Line ${line} says how long the kiln is fired, and at which heat.`,
  ).join('\n\n')
  for (let number = 0; number < VAULT_NOTES; number += 1)
    writeFileSync(
      join(folder, 'glazes', `glaze ${number}.md`),
      `# Glaze ${number}\n\nFired ${number % 31} times. Next: [[glaze ${number + 1}]]\n\n${body}\n`,
    )
}
