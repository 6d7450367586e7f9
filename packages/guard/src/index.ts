export * from './area/index.ts'
export * from './jurisdiction/index.ts'
export * from './pii/index.ts'
