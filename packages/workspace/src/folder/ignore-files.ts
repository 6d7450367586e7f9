/** Names of the ignore files, in the order in which a later one wins. */
export const IGNORE_FILES = { gitignore: '.gitignore', varveignore: '.varveignore' } as const
