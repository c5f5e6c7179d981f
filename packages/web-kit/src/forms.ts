/** Forms as screens see them. */

export type { FieldValues, UseFormReturn } from 'react-hook-form';
export { Controller, FormProvider, useController, useFieldArray, useForm, useFormContext, useWatch } from 'react-hook-form';
