/** Palette of preset colours, and any other by hue, saturation and brightness. */
import { Check } from 'lucide-react'
import { ColorArea } from 'react-aria-components/ColorArea'
import { ColorPicker, parseColor } from 'react-aria-components/ColorPicker'
import { ColorSlider, SliderTrack } from 'react-aria-components/ColorSlider'
import { ColorSwatch } from 'react-aria-components/ColorSwatch'
import { ColorSwatchPicker, ColorSwatchPickerItem } from 'react-aria-components/ColorSwatchPicker'
import { ColorThumb } from 'react-aria-components/ColorThumb'
import { useEffect, useRef } from 'react'
import { classNames } from '../browser/class-names.ts'
import { textOn } from '../marks/contrast.ts'
import styles from './color-palette-part.module.css'

/** Presets that are distinguishable, not garish, and readable with black or white text. */
const PALETTE = [
  { name: 'Slate', colorHex: '#5B6472' },
  { name: 'Steel', colorHex: '#8793A6' },
  { name: 'Red', colorHex: '#D93A34' },
  { name: 'Orange', colorHex: '#E26A1B' },
  { name: 'Amber', colorHex: '#E0A100' },
  { name: 'Lime', colorHex: '#7BA428' },
  { name: 'Green', colorHex: '#1F9D5B' },
  { name: 'Teal', colorHex: '#0F9B95' },
  { name: 'Sky', colorHex: '#2E9BD6' },
  { name: 'Blue', colorHex: '#3B7DD8' },
  { name: 'Indigo', colorHex: '#4F46E5' },
  { name: 'Violet', colorHex: '#7C5CD6' },
  { name: 'Purple', colorHex: '#A345C4' },
  { name: 'Pink', colorHex: '#D6458B' },
  { name: 'Brown', colorHex: '#8A5A3C' },
  { name: 'Black', colorHex: '#20242C' },
]

export interface ColorPaletteProps {
  label: string
  /** '#rgb' or '#rrggbb'. */
  value: string
  onValueChange: (colorHex: string) => void
  onClose: () => void
}

export function ColorPalettePart({ label, value, onValueChange, onClose }: ColorPaletteProps) {
  const palette = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const swatch =
      palette.current?.querySelector<HTMLElement>('[aria-selected=true]') ??
      palette.current?.querySelector<HTMLElement>('[role=option]')
    swatch?.focus({ preventScroll: true })
  }, [])
  return (
    // Read once: greys lose their hue in hexadecimal.
    <ColorPicker
      defaultValue={parseColor(value).toFormat('hsb')}
      onChange={(color) => onValueChange(color.toString('hex').toUpperCase())}
    >
      <ColorSwatchPicker ref={palette} aria-label={label} className={classNames(styles.palette)} onChange={onClose}>
        {PALETTE.map(({ name, colorHex }) => (
          <ColorSwatchPickerItem key={colorHex} color={colorHex} className={classNames(styles.swatch)}>
            {({ isSelected }) => (
              <>
                <ColorSwatch colorName={name} className={classNames(styles.color)} />
                {isSelected && <Check aria-hidden style={{ color: textOn(colorHex) }} />}
              </>
            )}
          </ColorSwatchPickerItem>
        ))}
      </ColorSwatchPicker>
      <ColorArea
        aria-label={`${label}: saturation and brightness`}
        colorSpace="hsb"
        xChannel="saturation"
        yChannel="brightness"
        className={classNames(styles.area)}
      >
        <ColorThumb className={classNames(styles.thumb)} />
      </ColorArea>
      <ColorSlider aria-label={`${label}: hue`} colorSpace="hsb" channel="hue" className={classNames(styles.slider)}>
        <SliderTrack className={classNames(styles.track)}>
          <ColorThumb className={classNames(styles.thumb)} />
        </SliderTrack>
      </ColorSlider>
    </ColorPicker>
  )
}
