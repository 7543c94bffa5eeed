/** Changes that lose nothing, whose effect is stated beside their button, and that can be made again without harm. */
export type AtOnce = 'unlockUser' | 'redeliverDelivery' | 'redeliverMissingSince';
