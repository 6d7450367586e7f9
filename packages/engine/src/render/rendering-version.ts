/** Raised with any change of a rendered form; a conversation keeps the version its epoch began with. §6 */
export const RENDERING_VERSION = 1
