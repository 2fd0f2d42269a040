/** Returns a tar archive; a name of more than 100 characters has a header of its own. */
export const tarOf = (entries: Record<string, string | Uint8Array>): Buffer<ArrayBuffer> => {
  const file = (name: string, type: string, bytes: Uint8Array) => {
    const header = Buffer.alloc(512)
    header.write(name.slice(0, 100))
    header.write(bytes.length.toString(8).padStart(11, '0'), 124)
    header.write(type, 156)
    header.write('ustar\u000000', 257)
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  }
  const pathOf = (name: string) => {
    const field = ` path=${name}\n`
    return Buffer.from(`${field.length + 3}${field}`)
  }
  return Buffer.concat([
    ...file('folder/', '5', Buffer.alloc(0)),
    ...Object.entries(entries).flatMap(([name, bytes]) => [
      ...(name.length > 100 ? file('path', 'x', pathOf(name)) : []),
      ...file(name, '0', Buffer.from(bytes as Uint8Array)),
    ]),
    Buffer.alloc(1024),
  ])
}
