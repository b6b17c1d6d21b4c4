// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The rules of validation (specification, section 5), each under its section's title.
package enum ValidationRule: String, Hashable, Sendable, CaseIterable {
    /// 5.1.1
    case executableDefinitions = "Executable Definitions"
    /// 5.2.1.1
    case operationNameUniqueness = "Operation Name Uniqueness"
    /// 5.2.2.1
    case loneAnonymousOperation = "Lone Anonymous Operation"
    /// 5.2.3.1
    case singleRootField = "Single Root Field"
    /// 5.3.1
    case fieldSelections = "Field Selections"
    /// 5.3.2
    case fieldSelectionMerging = "Field Selection Merging"
    /// 5.3.3
    case leafFieldSelections = "Leaf Field Selections"
    /// 5.4.1
    case argumentNames = "Argument Names"
    /// 5.4.2
    case argumentUniqueness = "Argument Uniqueness"
    /// 5.4.2.1
    case requiredArguments = "Required Arguments"
    /// 5.5.1.1
    case fragmentNameUniqueness = "Fragment Name Uniqueness"
    /// 5.5.1.2
    case fragmentSpreadTypeExistence = "Fragment Spread Type Existence"
    /// 5.5.1.3
    case fragmentsOnCompositeTypes = "Fragments On Composite Types"
    /// 5.5.1.4
    case fragmentsMustBeUsed = "Fragments Must Be Used"
    /// 5.5.2.1
    case fragmentSpreadTargetDefined = "Fragment Spread Target Defined"
    /// 5.5.2.2
    case fragmentSpreadsMustNotFormCycles = "Fragment Spreads Must Not Form Cycles"
    /// 5.5.2.3
    case fragmentSpreadIsPossible = "Fragment Spread Is Possible"
    /// 5.6.1
    case valuesOfCorrectType = "Values of Correct Type"
    /// 5.6.2
    case inputObjectFieldNames = "Input Object Field Names"
    /// 5.6.3
    case inputObjectFieldUniqueness = "Input Object Field Uniqueness"
    /// 5.6.4
    case inputObjectRequiredFields = "Input Object Required Fields"
    /// 5.7.1
    case directivesAreDefined = "Directives Are Defined"
    /// 5.7.2
    case directivesAreInValidLocations = "Directives Are In Valid Locations"
    /// 5.7.3
    case directivesAreUniquePerLocation = "Directives Are Unique Per Location"
    /// 5.8.1
    case variableUniqueness = "Variable Uniqueness"
    /// 5.8.2
    case variablesAreInputTypes = "Variables Are Input Types"
    /// 5.8.3
    case allVariableUsesDefined = "All Variable Uses Defined"
    /// 5.8.4
    case allVariablesUsed = "All Variables Used"
    /// 5.8.5
    case allVariableUsagesAreAllowed = "All Variable Usages Are Allowed"
}

/// AppSync's type of an error of validation, the word after `Validation error of type`.
enum ValidationErrorType: String {
    case nonExecutableDefinition = "NonExecutableDefinition"
    case duplicateOperationName = "DuplicateOperationName"
    case loneAnonymousOperation = "LoneAnonymousOperationViolation"
    case unknownOperation = "UnknownOperation"
    case subscriptionMultipleRootFields = "SubscriptionMultipleRootFields"
    case subscriptionIntrospectionRootField = "SubscriptionIntrospectionRootField"
    case fieldUndefined = "FieldUndefined"
    case fieldsConflict = "FieldsConflict"
    case subSelectionRequired = "SubSelectionRequired"
    case subSelectionNotAllowed = "SubSelectionNotAllowed"
    case unknownArgument = "UnknownArgument"
    case duplicateArgumentNames = "DuplicateArgumentNames"
    case missingFieldArgument = "MissingFieldArgument"
    case missingDirectiveArgument = "MissingDirectiveArgument"
    case duplicateFragmentName = "DuplicateFragmentName"
    case unknownType = "UnknownType"
    case inlineFragmentTypeConditionInvalid = "InlineFragmentTypeConditionInvalid"
    case fragmentTypeConditionInvalid = "FragmentTypeConditionInvalid"
    case unusedFragment = "UnusedFragment"
    case undefinedFragment = "UndefinedFragment"
    case fragmentCycle = "FragmentCycle"
    case invalidFragmentType = "InvalidFragmentType"
    case wrongType = "WrongType"
    case badValueForDefaultArgument = "BadValueForDefaultArg"
    case unknownDirective = "UnknownDirective"
    case misplacedDirective = "MisplacedDirective"
    case duplicateDirectiveName = "DuplicateDirectiveName"
    case duplicateVariableName = "DuplicateVariableName"
    case nonInputTypeOnVariable = "NonInputTypeOnVariable"
    case undefinedVariable = "UndefinedVariable"
    case unusedVariable = "UnusedVariable"
    case variableTypeMismatch = "VariableTypeMismatch"
    case uniqueObjectFieldName = "UniqueObjectFieldName"
}
