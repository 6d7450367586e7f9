import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'

const require = createRequire(import.meta.url)

/** The YAML parser, seventy files that take longer to load than all else of a note's; few notes need it. */
export function loadYaml(): typeof Yaml {
  return require('yaml') as typeof Yaml
}
