/** Whether a text is the id of a record, such as user_01m87g3cmfeanva63ghy64a9tf. */
export const isRecordId = (text: string): boolean => /^[a-z_]+_[0-9a-z]{26}$/.test(text);
