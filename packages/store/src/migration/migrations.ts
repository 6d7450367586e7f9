import { firstSchema } from './first-schema.ts'
import type { Migration } from './migration.ts'
import { secondSchema } from './second-schema.ts'
import { thirdSchema } from './third-schema.ts'

/** Every step from an empty file to the schema that this program knows. */
export const MIGRATIONS: readonly Migration[] = [firstSchema, secondSchema, thirdSchema]
