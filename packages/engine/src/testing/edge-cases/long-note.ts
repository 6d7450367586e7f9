import type { Artifact, Priority } from '../../artifact/artifact.ts'
import { note } from '../walkthroughs/send-message.ts'

/** A note of about 2,500 test tokens, different from any other. */
export function longNote(name: string, priority: Priority = 'normal'): Artifact {
  return note(`${name}.md`, `# ${name}\n\n${sentences(name, 300)}`, { priority })
}

export function sentences(name: string, count: number): string {
  return Array.from({ length: count }, (_, index) => `${name} sentence ${index} says something.`).join('\n')
}
