/** Reads a chosen file as text; binary files (DER certificates) as base64. */
export const readFile = async (file: File): Promise<{ name: string; content: string }> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { name } = file
  try {
    return { name, content: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { name, content: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) }
  }
}
