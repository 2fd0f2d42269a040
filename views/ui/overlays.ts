/** What comes with the first menu, popover or tooltip: one file, however many of them a page has. */
export { DatePicker } from './date-picker.tsx'
export { FloatingPanel } from './floating-panel.tsx'
export { MenuItemPart, MenuPanel, MenuSectionPart, MenuSeparatorPart } from './menu-panel.tsx'
export { TooltipPanel } from './tooltip-panel.tsx'
export { SelectPart } from './select-part.tsx'
