import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is in the folder of a workspace's chats, for tests that look at it. */
export class ChatFolder {
  readonly path: string
  readonly #kept: string

  constructor(root: string) {
    this.path = join(root, 'Varve/chats')
    this.#kept = join(root, '../kept')
  }

  names(): readonly string[] {
    if (!existsSync(this.path)) return []
    return readdirSync(this.path)
      .filter((name) => name !== '.objects')
      .sort()
  }

  /** The first where none is named. */
  read(name = this.names()[0] ?? ''): string {
    return readFileSync(join(this.path, name), 'utf8')
  }

  objects(): readonly string[] {
    return readdirSync(join(this.path, '.objects'))
  }

  objectTexts(): readonly string[] {
    return this.objects().map((name) => this.read(join('.objects', name)))
  }

  /** Versions and the trash. */
  keptContents(): readonly string[] {
    return readdirSync(this.#kept, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  }
}
