/** A chosen file as text. One that is no text (a certificate in DER) comes in base64. */
export const readFile = async (file: File): Promise<{ name: string; content: string }> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { name } = file
  try {
    return { name, content: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { name, content: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) }
  }
}
