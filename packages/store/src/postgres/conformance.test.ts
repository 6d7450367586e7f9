import { describe, test } from 'vitest'
import { storeConformance } from '../testing/store-conformance.ts'
import { postgresAbsent, temporaryPostgres } from '../testing/temporary-postgres.ts'

const absent = postgresAbsent()

if (absent !== undefined) describe('PostgreSQL', () => test.skip(`skipped: ${absent}`, () => undefined))
else
  storeConformance('PostgreSQL', async () => {
    const { open, remove } = await temporaryPostgres()
    return { open, remove, isShared: true }
  })
