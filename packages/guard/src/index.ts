export * from './area/index.ts'
export * from './jurisdiction/index.ts'
