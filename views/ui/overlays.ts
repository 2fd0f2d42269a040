/** What comes with the first menu, popover or tooltip: one file, however many of them a page has. */
export { DatePicker } from './date-picker.tsx'
export { DialogPart, ModalPart } from './dialog-part.tsx'
export { Dialog as PlainDialog } from 'react-aria-components/Dialog'
export { FloatingPanel } from './floating-panel.tsx'
export { MenuItemPart, MenuPanel, MenuSectionPart, MenuSeparatorPart, SubMenuPart } from './menu-panel.tsx'
export { TooltipPanel } from './tooltip-panel.tsx'
export { SelectPart } from './select-part.tsx'
export { TabsPart } from './tabs-part.tsx'
