/** Contents of a screen of the sample shop, and a tester's marks on it. */
export interface ScreenDrawing {
  heading: string
  lines: readonly string[]
  total: string
  action: string
  mark: 'lines' | 'total' | 'action'
}

const WIDTH = 390
const HEIGHT = 560

/** Draws a screen of the shop as a PNG. Throws where the browser cannot draw. */
export const drawScreen = async ({ heading, lines, total, action, mark }: ScreenDrawing): Promise<Blob> => {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * 2
  canvas.height = HEIGHT * 2
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser cannot draw pictures')
  pen.scale(2, 2)
  const box = (colour: string, x: number, y: number, width: number, height: number, radius = 0) => {
    pen.fillStyle = colour
    pen.beginPath()
    pen.roundRect(x, y, width, height, radius)
    pen.fill()
  }
  const write = (text: string, x: number, y: number, { size = 15, weight = 400, colour = '#1d2530' } = {}) => {
    pen.fillStyle = colour
    pen.font = `${weight} ${size}px system-ui, sans-serif`
    pen.fillText(text, x, y)
  }
  box('#ffffff', 0, 0, WIDTH, HEIGHT)
  box('#0f6b5c', 0, 0, WIDTH, 56)
  write('Larkspur outdoor', 20, 35, { size: 17, weight: 700, colour: '#ffffff' })
  write(heading, 20, 100, { size: 22, weight: 700 })
  for (const [place, line] of lines.entries()) {
    const y = 128 + place * 56
    box('#f1f4f6', 20, y, WIDTH - 40, 46, 8)
    box('#c8d3d9', 30, y + 9, 28, 28, 6)
    const [name = '', price = ''] = line.split(/\s{4,}/)
    write(name, 72, y + 28)
    const { width } = pen.measureText(price)
    write(price, WIDTH - 34 - width, y + 28, { weight: 600 })
  }
  write('Total', 20, 424, { size: 18, weight: 600 })
  write(total, WIDTH - 120, 424, { size: 20, weight: 700 })
  box('#0f6b5c', 20, 460, WIDTH - 40, 52, 10)
  write(action, WIDTH / 2 - 36, 492, { size: 16, weight: 600, colour: '#ffffff' })
  if (mark === 'action') {
    box('#ffd966', 0, 448, WIDTH, 44)
    write('New: vouchers for your friends!', 24, 475, { weight: 600 })
  }
  const [top, height] = { lines: [118, 56 * lines.length + 8], total: [396, 42], action: [444, 74] }[mark] as [
    number,
    number,
  ]
  pen.strokeStyle = '#d93a34'
  pen.lineWidth = 4
  pen.beginPath()
  pen.roundRect(10, top, WIDTH - 20, height, 14)
  pen.stroke()
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot draw pictures'))),
      'image/png',
    )
  })
}
