/** A picture that a note carries within itself. A drawing that could hold a script is none of these. */
export const INLINE_PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z\d+/]+={0,2}$/
