/** A drawing that is written as text goes along as that text: models take no SVG as a picture. Others stay as they are. */
export function asTextFile(file: File): File {
  const isDrawing = file.type === 'image/svg+xml' || /\.svg$/i.test(file.name)
  return isDrawing ? new File([file], `${file.name}.txt`, { type: 'text/plain' }) : file
}
