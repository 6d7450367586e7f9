import { eighthSchema } from './eighth-schema.ts'
import { eleventhSchema } from './eleventh-schema.ts'
import { fifteenthSchema } from './fifteenth-schema.ts'
import { fifthSchema } from './fifth-schema.ts'
import { firstSchema } from './first-schema.ts'
import { fourteenthSchema } from './fourteenth-schema.ts'
import { fourthSchema } from './fourth-schema.ts'
import type { Migration, SchemaStep } from './migration.ts'
import { ninthSchema } from './ninth-schema.ts'
import { POSTGRES_SCHEMA, type SchemaDialect, SQLITE_SCHEMA } from './schema-dialect.ts'
import { secondSchema } from './second-schema.ts'
import { seventhSchema } from './seventh-schema.ts'
import { sixteenthSchema } from './sixteenth-schema.ts'
import { sixthSchema } from './sixth-schema.ts'
import { tenthSchema } from './tenth-schema.ts'
import { thirdSchema } from './third-schema.ts'
import { thirteenthSchema } from './thirteenth-schema.ts'
import { twelfthSchema } from './twelfth-schema.ts'

/** Every step from an empty database to the schema that this program knows. */
const STEPS: readonly SchemaStep[] = [
  firstSchema,
  secondSchema,
  thirdSchema,
  fourthSchema,
  fifthSchema,
  sixthSchema,
  seventhSchema,
  eighthSchema,
  ninthSchema,
  tenthSchema,
  eleventhSchema,
  twelfthSchema,
  thirteenthSchema,
  fourteenthSchema,
  fifteenthSchema,
  sixteenthSchema,
]

export const MIGRATIONS: readonly Migration[] = migrationsFor(SQLITE_SCHEMA)
export const POSTGRES_MIGRATIONS: readonly Migration[] = migrationsFor(POSTGRES_SCHEMA)
export const NEWEST_SCHEMA = STEPS.length

function migrationsFor(dialect: SchemaDialect): readonly Migration[] {
  return STEPS.map(({ version, name, statements }) => ({ version, name, statements: statements(dialect) }))
}
