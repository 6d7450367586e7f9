/** Whether a file or folder is Varve's: chats, agents and settings lie among the notes, and are not what the user wrote. */
export function isVarvesOwn({ path }: { readonly path: string }): boolean {
  return `${path}/`.startsWith('Varve/')
}
